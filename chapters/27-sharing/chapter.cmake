# Vulkan and EGL, where their headers and loaders are. Without them the chapter's program says so.
find_path(LOCKSTEP_VULKAN_INCLUDE vulkan/vulkan.h)
find_library(LOCKSTEP_VULKAN_LOADER vulkan)
find_program(LOCKSTEP_GLSLANG NAMES glslangValidator glslang)
find_path(LOCKSTEP_EGL_INCLUDE EGL/egl.h)
find_library(LOCKSTEP_EGL_LOADER EGL)
mark_as_advanced(LOCKSTEP_VULKAN_INCLUDE LOCKSTEP_VULKAN_LOADER LOCKSTEP_GLSLANG LOCKSTEP_EGL_INCLUDE
    LOCKSTEP_EGL_LOADER)

if(LOCKSTEP_VULKAN_INCLUDE AND LOCKSTEP_VULKAN_LOADER AND LOCKSTEP_GLSLANG)
    set(shaders "${PROJECT_BINARY_DIR}/chapters/${chapter}-shaders")
    file(MAKE_DIRECTORY "${shaders}")
    foreach(stage IN ITEMS vert frag)
        add_custom_command(OUTPUT "${shaders}/points_${stage}.h" DEPENDS "${folder}/points.${stage}" VERBATIM
            COMMAND "${LOCKSTEP_GLSLANG}" -V --quiet --vn points_${stage} -o "${shaders}/points_${stage}.h"
                "${folder}/points.${stage}")
        target_sources(${chapter} PRIVATE "${shaders}/points_${stage}.h")
    endforeach()
    target_include_directories(${chapter} SYSTEM PRIVATE "${LOCKSTEP_VULKAN_INCLUDE}" "${shaders}")
    target_link_libraries(${chapter} PRIVATE "${LOCKSTEP_VULKAN_LOADER}")
    target_compile_definitions(${chapter} PRIVATE LOCKSTEP_HAS_VULKAN=1)
else()
    message(STATUS "Vulkan or glslangValidator was not found, so chapter 27 draws in software alone "
                   "(apt install libvulkan-dev glslang-tools mesa-vulkan-drivers).")
endif()

if(LOCKSTEP_EGL_INCLUDE AND LOCKSTEP_EGL_LOADER)
    target_include_directories(${chapter} SYSTEM PRIVATE "${LOCKSTEP_EGL_INCLUDE}")
    target_link_libraries(${chapter} PRIVATE "${LOCKSTEP_EGL_LOADER}")
    target_compile_definitions(${chapter} PRIVATE LOCKSTEP_HAS_EGL=1)
else()
    message(STATUS "EGL was not found, so chapter 27 asks no OpenGL (apt install libegl-dev libgl-dev).")
endif()

if(BUILD_TESTING)
    foreach(part IN ITEMS vulkan opengl)
        lockstep_test(chapter.${chapter}/${part} ${chapter} ${part}
            WORKING_DIRECTORY "${PROJECT_BINARY_DIR}/chapters")
        set_tests_properties(chapter.${chapter}/${part} PROPERTIES
            ENVIRONMENT "POCL_CACHE_DIR=${PROJECT_BINARY_DIR}/pocl-cache")
    endforeach()
endif()

# The host's threads in the graph of commands.
add_executable(${chapter}-host "${folder}/host.cpp")
list(APPEND targets ${chapter}-host)
