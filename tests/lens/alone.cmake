# That the lens can be configured alone, without what only the book needs: cmake -D SOURCE=… -D FOLDER=… -P alone.cmake
cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE "${FOLDER}")
execute_process(COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${FOLDER}" -G "${GENERATOR}" -D LOCKSTEP_LENS_ALONE=ON
    -D CMAKE_DISABLE_FIND_PACKAGE_doctest=ON -D CMAKE_DISABLE_FIND_PACKAGE_LibArchive=ON
    -D CMAKE_DISABLE_FIND_PACKAGE_OpenCL=ON RESULT_VARIABLE status OUTPUT_VARIABLE told ERROR_VARIABLE told)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "The lens alone cannot be configured:\n${told}")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${FOLDER}" --target help OUTPUT_VARIABLE targets)
if(NOT targets MATCHES "lens-command")
    message(FATAL_ERROR "The lens's command is not built:\n${targets}")
endif()
if(targets MATCHES "exercise|01-parallelism|lockstep-tool[^s]|lockstep-tools-check|figures")
    message(FATAL_ERROR "More than the lens is built: ${CMAKE_MATCH_0}")
endif()
if(targets MATCHES "liblockstep-lens\\.so|lockstep-lens-(recorder|runtime)")
    message(FATAL_ERROR "It counts on Pocket, and builds the plugin of Oclgrind: ${CMAKE_MATCH_0}")
endif()
