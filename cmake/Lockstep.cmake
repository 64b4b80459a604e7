# One function per kind of thing; each derives everything from the folder it is given.
include(CheckLinkerFlag)

# Host exercises are linked anew for every check, and gold takes half as long as binutils' other linker.
check_linker_flag(CXX -fuse-ld=gold LOCKSTEP_HAS_GOLD)
option(LOCKSTEP_COMPILE_TOGETHER "Compile several files of a library at once" ON)
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
if(processors LESS 8)
    set(LOCKSTEP_FILES_TOGETHER 24)
else()
    set(LOCKSTEP_FILES_TOGETHER 8)
endif()
set(LOCKSTEP_SKIPPED 77) # exit status by which a test says that it could not run here

# Names of the subfolders of `parent` that match `pattern`, in order.
function(lockstep_folders parent pattern result)
    file(GLOB found CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/${parent}" "${PROJECT_SOURCE_DIR}/${parent}/${pattern}")
    set(folders)
    foreach(name IN LISTS found)
        if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${parent}/${name}")
            list(APPEND folders ${name})
        endif()
    endforeach()
    set(${result} ${folders} PARENT_SCOPE)
endfunction()

# A chapter's program: target NN-slug, at build/chapters/NN-slug. A main.c beside main.cpp becomes NN-slug-c.
# Its test runs it and compares what it prints with the chapter's output.txt. A chapter.cmake beside main.cpp adds what
# the chapter uses where it is installed, and may append other programs to `targets` and what its test needs to `test_environment`.
function(add_chapter chapter)
    set(folder "${PROJECT_SOURCE_DIR}/chapters/${chapter}")
    add_executable(${chapter} "${folder}/main.cpp")
    set(targets ${chapter})
    set(test_environment)
    if(EXISTS "${folder}/main.c")
        add_executable(${chapter}-c "${folder}/main.c")
        list(APPEND targets ${chapter}-c)
    endif()
    include("${folder}/chapter.cmake" OPTIONAL)
    foreach(target IN LISTS targets)
        target_link_libraries(${target} PRIVATE lockstep::lib lockstep-warnings)
        target_compile_definitions(${target} PRIVATE CHAPTER_DIR="${folder}")
        target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O2$<SEMICOLON>-g${LOCKSTEP_DEBUG_LEVEL}>)
        set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/chapters")
    endforeach()
    if(BUILD_TESTING)
        lockstep_test(chapter.${chapter} lockstep-tool prove --chapter ${chapter})
        lockstep_takes(8 chapter.${chapter})
        set_tests_properties(chapter.${chapter} PROPERTIES ENVIRONMENT "${test_environment}")
    endif()
endfunction()

# An exercise: a kernel exercise's test program is built once and told at run time which folder to test; a host
# exercise's tests are compiled once and linked with the file under test when it is checked.
function(add_exercise chapter name)
    set(folder "${PROJECT_SOURCE_DIR}/exercises/${chapter}/${name}")
    set(target exercise-${chapter}-${name})
    file(GLOB host_files CONFIGURE_DEPENDS "${folder}/*.cpp")
    list(REMOVE_ITEM host_files "${folder}/test.cpp")
    if(host_files)
        set(given)
        if(EXISTS "${folder}/given.cpp") # what the student's code may call
            add_library(${target}-given OBJECT "${folder}/given.cpp")
            lockstep_part_of_exercise(${target}-given)
            set(given $<TARGET_OBJECTS:${target}-given>)
        endif()
        add_library(${target} STATIC "${folder}/test.cpp" ${given})
        target_include_directories(${target} PRIVATE "${folder}")
        set_target_properties(${target} PROPERTIES ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/exercises")
        add_dependencies(${target} lockstep-harness)
        set(servant)
        if(EXISTS "${folder}/calls.cpp")
            lockstep_judge(${target} "${folder}" servant)
        endif()
        lockstep_host_link(${target} "${folder}" ${servant})
    else()
        add_executable(${target} "${folder}/test.cpp")
        set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/exercises")
    endif()
    target_link_libraries(${target} PRIVATE lockstep::harness lockstep-warnings)
    lockstep_share_headers(${target} exercises lockstep::harness <lockstep/exercise.hpp> <lockstep/probes.hpp>)
    if(NOT BUILD_TESTING)
        return()
    endif()
    set(id ${chapter}/${name})
    if(LOCKSTEP_LAB)
        lockstep_test(exercise.${id} lockstep-tool check ${id})
        return()
    endif()
    lockstep_test(solution.${id} lockstep-tool prove --solution ${id})
    if(EXISTS "${folder}/calls.cpp")
        lockstep_test(outside.${id} lockstep-tool prove --sandbox --solution ${id})
    endif()
    lockstep_checks("${folder}" checks)
    foreach(check IN ITEMS clean lens)
        if(check IN_LIST checks)
            lockstep_test(solution.${id}/${check} lockstep-tool prove --${check}-solution ${id})
        endif()
    endforeach()
    file(READ "${folder}/exercise.json" json)
    string(JSON kernel_set ERROR_VARIABLE no_set GET "${json}" kernel_set)
    if(NOT no_set)
        lockstep_test(solution.${id}/set lockstep-tool prove --broken-set ${id})
    endif()
    # The stub and every wrong solution of tests/mutants/NN-slug/N-name.md, with a verdict on each in the test's output.
    lockstep_test(wrong.${id} lockstep-tool prove --wrong ${id})
    set(catalogue "${PROJECT_SOURCE_DIR}/tests/mutants/${id}.md")
    if(EXISTS "${catalogue}")
        file(STRINGS "${catalogue}" entries REGEX "^[*][*]")
        list(LENGTH entries entries)
        lockstep_takes(${entries} wrong.${id})
    endif()
    # Where a laboratory leaves a kernel out, nothing else that it holds passes under another name.
    string(JSON ladder ERROR_VARIABLE no_ladder GET "${json}" ladder)
    if(NOT no_ladder)
        lockstep_test(copies.${id} lockstep-tool prove --copies ${id})
        lockstep_takes(20 copies.${id})
    endif()
endfunction()

# A host exercise whose tests can stand outside of the process that has the student's functions: calls.cpp says which those
# are. Its judge is the tests with what calls.cpp defines; the result is what the student's file is linked with.
function(lockstep_judge target folder result)
    add_library(${target}-calls OBJECT "${folder}/calls.cpp")
    target_include_directories(${target}-calls PRIVATE "${PROJECT_SOURCE_DIR}/harness")
    lockstep_part_of_exercise(${target}-calls)
    set(objects $<TARGET_OBJECTS:${target}-calls>)
    if(TARGET ${target}-given)
        list(APPEND objects $<TARGET_OBJECTS:${target}-given>)
    endif()
    add_executable(${target}-judge $<TARGET_OBJECTS:${target}> ${objects})
    target_link_libraries(${target}-judge PRIVATE lockstep::harness lockstep-judge lockstep-warnings)
    set_target_properties(${target}-judge PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/exercises")
    add_dependencies(${target}-judge lockstep-servant)
    set(${result} ${objects} "$<TARGET_FILE:lockstep-servant>" PARENT_SCOPE)
endfunction()

# How what belongs to an exercise is compiled, besides its tests.
function(lockstep_part_of_exercise target)
    target_link_libraries(${target} PRIVATE lockstep::opencl lockstep-warnings)
    target_compile_features(${target} PRIVATE cxx_std_20)
endfunction()

# The stages that an exercise's "checks" ask for.
function(lockstep_checks folder result)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/exercise.json")
    file(READ "${folder}/exercise.json" json)
    string(JSON count LENGTH "${json}" checks)
    math(EXPR last "${count} - 1")
    set(checks)
    foreach(index RANGE ${last})
        string(JSON check GET "${json}" checks ${index})
        list(APPEND checks ${check})
    endforeach()
    set(${result} ${checks} PARENT_SCOPE)
endfunction()

# How `lockstep check` compiles and links the file under test of a host exercise, as JSON. All of the harness is linked, and
# first: it begins before the file under test, which can replace no function of it. What is named besides is linked in place of
# harness and tests where these stand outside.
function(lockstep_host_link target folder)
    set(linker)
    if(LOCKSTEP_HAS_GOLD)
        set(linker "\"-fuse-ld=gold\", ")
    endif()
    # What every object of this build is compiled and linked with, a sanitizer say.
    separate_arguments(everywhere UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
    list(TRANSFORM everywhere REPLACE "(.+)" "\"\\1\", ")
    string(JOIN "" everywhere ${everywhere})
    set(servant)
    if(ARGN)
        string(JOIN "\", \"" servant ${ARGN})
        set(servant "\"${servant}\"")
    endif()
    string(JOIN "\", \"" system ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
    file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/exercises/${target}.json" CONTENT "{
  \"compiler\": \"${CMAKE_CXX_COMPILER}\",
  \"compile\": [${everywhere}\"-std=c++20\", \"-O1\", \"-Wall\", \"-Wextra\", \"-I${folder}\",
    \"-I$<JOIN:$<TARGET_PROPERTY:lockstep-opencl,INTERFACE_INCLUDE_DIRECTORIES>,\", \"-I>\",
    \"-I$<JOIN:$<TARGET_PROPERTY:OpenCL::OpenCL,INTERFACE_INCLUDE_DIRECTORIES>,\", \"-I>\",
    \"-D$<JOIN:$<TARGET_PROPERTY:lockstep-opencl,INTERFACE_COMPILE_DEFINITIONS>,\", \"-D>\",
    \"-pthread\"],
  \"system\": [\"${system}\"],
  \"harness\": [\"-Wl,--whole-archive\", \"$<TARGET_FILE:lockstep-harness>\", \"$<TARGET_FILE:lockstep-lib>\",
    \"$<TARGET_FILE:lockstep-core>\", \"$<TARGET_FILE:${target}>\", \"-Wl,--no-whole-archive\"],
  \"servant\": [${servant}],
  \"link\": [${everywhere}${linker}\"$<TARGET_FILE:fmt::fmt>\",
    \"$<TARGET_PROPERTY:OpenCL::OpenCL,IMPORTED_LOCATION>\", \"-pthread\"]
}
")
endfunction()

# A kernel set, kernels/NAME.cl. One that is climbed has its ladder in bench/ladders/NAME.cpp: its rungs are verified on
# the chosen device, found clean by Pocket, which counts what is recorded, and counts grow as the ladder says. Rungs of that ladder may stand in
# kernels/NAME_SUBJECT.cl as well, and what several files share in kernels/*.clh. Any other set is proven right by
# tests/kernels/NAME.cpp.
function(add_ladder name)
    if(LOCKSTEP_LAB)
        return()
    endif()
    if(BUILD_TESTING AND EXISTS "${PROJECT_SOURCE_DIR}/bench/ladders/${name}.cpp")
        lockstep_test(ladder.${name} lockstep-tool prove --ladder right ${name})
        lockstep_test(ladder.${name}/clean lockstep-tool prove --ladder clean ${name})
        lockstep_test(ladder.${name}/lens lockstep-tool prove --ladder lens ${name})
        lockstep_test(ladder.${name}/growth lockstep-tool prove --ladder growth ${name})
        set_tests_properties(ladder.${name} PROPERTIES
            ENVIRONMENT "POCL_CACHE_DIR=${PROJECT_BINARY_DIR}/pocl-cache")
        lockstep_takes(15 ladder.${name} ladder.${name}/clean)
    endif()
    if(BUILD_TESTING AND EXISTS "${PROJECT_SOURCE_DIR}/tests/kernels/${name}.cpp")
        add_executable(ladder-${name} "${PROJECT_SOURCE_DIR}/tests/kernels/${name}.cpp")
        target_link_libraries(ladder-${name} PRIVATE lockstep::harness lockstep-warnings)
        lockstep_test(ladder.${name} ladder-${name})
        set_tests_properties(ladder.${name} PROPERTIES
            ENVIRONMENT "LOCKSTEP_EXERCISE_FILES=${PROJECT_SOURCE_DIR}/kernels;POCL_CACHE_DIR=${PROJECT_BINARY_DIR}/pocl-cache")
    endif()
endfunction()

# A CTest test: a command, whose first word may be a target. It says by its exit status that it could not run here. No test has a limit
# on the clock but CTest's own of 1,500 s: on the clock stands what its neighbours take as well. What runs programs under test limits what
# these take themselves (tools/base/group_use.hpp).
function(lockstep_test name command)
    if(TARGET ${command})
        set(command $<TARGET_FILE:${command}>)
    endif()
    set(words)
    set(at 2)
    while(at LESS ARGC) # a word may hold a semicolon, which parts the words of ARGN
        string(REPLACE ";" "\\;" word "${ARGV${at}}")
        list(APPEND words "${word}")
        math(EXPR at "${at} + 1")
    endwhile()
    add_test(NAME ${name} COMMAND "${PROJECT_SOURCE_DIR}/cmake/timed" "${command}" ${words})
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE ${LOCKSTEP_SKIPPED})
endfunction()

# The same, remembered until anything changes but the pages for readers (lockstep prove --test).
function(lockstep_remembered_test name command)
    lockstep_test(${name} lockstep-tool prove --test ${name} -- $<TARGET_FILE:${command}> ${ARGN})
endfunction()

# Tests of what Oclgrind alone does. They are skipped where it is not installed, and .ci/nightly oclgrind finds them by their label.
function(lockstep_needs_oclgrind)
    set_property(TEST ${ARGN} APPEND PROPERTY ENVIRONMENT LOCKSTEP_TEST_NEEDS=oclgrind)
    set_tests_properties(${ARGN} PROPERTIES LABELS oclgrind)
endfunction()

# Seconds that long tests take, for ctest to begin with the longest while it has not run them yet.
function(lockstep_takes seconds)
    foreach(test IN LISTS ARGN)
        set_tests_properties(${test} PROPERTIES COST ${seconds})
    endforeach()
endfunction()

# Compiles several files of a library at once: 24 take about half as long as three times 8, and these half as long as one by one. With
# many processors, smaller parts keep all of them busy. Whoever changes them often is better off with one by one, which the preset
# `develop` does.
function(lockstep_compile_together)
    if(LOCKSTEP_COMPILE_TOGETHER)
        set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${LOCKSTEP_FILES_TOGETHER}
            UNITY_BUILD_RELOCATABLE ON) # from CMake 3.31 on; before, what includes them names this checkout, for a compiler's cache, too
    endif()
endfunction()

# Lets a target read large headers once for all of its files.
function(lockstep_read_once target)
    if(LOCKSTEP_COMPILE_TOGETHER)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()

# Lets a target read headers that it shares with others as its compiler left them, which takes a third of the time. The
# target links `library`, and all of the group are compiled with the same options.
function(lockstep_share_headers target group library)
    if(NOT LOCKSTEP_COMPILE_TOGETHER)
        return()
    endif()
    set(shared headers-of-${group})
    if(NOT TARGET ${shared})
        set(source "${PROJECT_BINARY_DIR}/${shared}.cpp")
        file(GENERATE OUTPUT "${source}" CONTENT "")
        add_library(${shared} OBJECT "${source}")
        target_link_libraries(${shared} PRIVATE ${library} lockstep-warnings)
        target_precompile_headers(${shared} PRIVATE ${ARGN})
    endif()
    target_precompile_headers(${target} REUSE_FROM ${shared})
endfunction()
