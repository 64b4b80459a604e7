# Checks who includes whom: cmake -D SOURCE=<the repository, or a tree made like it> -P check.cmake
#
# A folder may include its own headers and those of the folders named behind it; nothing else of this repository. Core is
# what of lib/ needs no OpenCL. Of the tool's rooms each uses those below it (tools/CMakeLists.txt).
cmake_minimum_required(VERSION 3.22)

set(of_core "lockstep/(failure|files|scratch|seal|test_lines|text)[.]hpp")
set(of_formats "lockstep/formats/")
set(of_model "lockstep/lens/")
set(of_lib "lockstep/[a-z_]+[.]hpp")

# The film grows from chapter 5 to chapter 9, the host's events of chapter 27 are tried in chapter 7's laboratory, and the ranks
# of chapter 33 take their devices as those of chapter 26 do.
set(chapters ${of_lib} "[.][.]/(05-buffers/film|07-queues-events/(pipeline|lab)|26-many-devices/strip)[.]hpp")
set(exercises ${of_lib} "remote/functions[.]hpp")
set(harness ${of_lib} remote/)
set(lib/src ${of_lib})
set(lib/include ${of_lib})
set(formats ${of_core} ${of_formats})
set(lens/src ${of_core} ${of_formats} ${of_model})
set(lens/include ${of_core} ${of_formats} ${of_model})
set(lens/counting ${of_core} ${of_formats} ${of_model})
set(lens/plugin counting/ ${of_core} ${of_formats} ${of_model})
set(tools/base base/ ${of_core} ${of_formats})
set(tools/html html/ ${of_core})
set(tools/draw draw/ ${of_core} ${of_formats})
set(tools/lens lens/ base/ html/ draw/ ${of_core} ${of_formats} ${of_model})
set(tools/book book/ base/ html/ draw/ ${of_core} ${of_formats})
set(tools/check check/ lens/ base/ ${of_lib} ${of_formats})
set(tools/ladders ladders/ check/ lens/ base/ ${of_lib} ${of_formats} ${of_model})
set(tools/grade grade/ ladders/ check/ lens/ base/ html/ ${of_lib} ${of_formats})
set(tools/capture capture/ check/ book/ lens/ base/ draw/ ${of_lib} ${of_formats})
set(tools/prove prove/ capture/ grade/ ladders/ check/ lens/ base/ ${of_lib} ${of_formats})
set(tools/desk desk/ check/ lens/ base/ ${of_lib} ${of_formats})
set(tools/step step/ base/ ${of_core})
set(tools/live live/ desk/ check/ lens/ base/ draw/ ${of_lib} ${of_formats})
set(tools/commands commands/ live/ step/ desk/ prove/ capture/ grade/ ladders/ check/ book/ lens/ draw/ html/ base/ ${of_lib} ${of_formats} ${of_model})
set(bench "[.][.]/" ladders/ peers/ base/ draw/ ${of_lib} ${of_formats} ${of_model})
# A figure may draw what a chapter's program is built on, if that needs no OpenCL.
set(book/figures base/ draw/ ${of_core} ${of_formats} ${of_model} chapters/)

set(wrong "")
set(seen 0)
foreach(folder chapters exercises harness lib/src lib/include formats lens/src lens/include lens/counting lens/plugin bench book/figures
        tools/base tools/html tools/draw tools/lens tools/book tools/check tools/ladders tools/grade tools/capture tools/prove tools/desk tools/step tools/live tools/commands)
    file(GLOB_RECURSE files RELATIVE "${SOURCE}" "${SOURCE}/${folder}/*.cpp" "${SOURCE}/${folder}/*.hpp")
    list(FILTER files EXCLUDE REGEX "/field-notes/") # wrong ways to solve an exercise, with its headers
    foreach(file IN LISTS files)
        file(STRINGS "${SOURCE}/${file}" includes REGEX "^#include [\"<](lockstep|[a-z_]+/|[.][.]/|[a-z_-]+[.]hpp)")
        get_filename_component(here "${file}" DIRECTORY)
        foreach(line IN LISTS includes)
            string(REGEX REPLACE "^#include [\"<]([^\">]*)[\">].*" "\\1" name "${line}")
            # Headers of a library, or of the same folder.
            if(name MATCHES "^(nlohmann|doctest|fmt|sys|arpa|netinet|oclgrind|llvm|vulkan|boost|tbb)/" OR (NOT name MATCHES "/" AND EXISTS "${SOURCE}/${here}/${name}")
                    OR (NOT name MATCHES "/" AND EXISTS "${SOURCE}/${folder}/${name}"))
                continue()
            endif()
            math(EXPR seen "${seen} + 1")
            # The harness is for whoever judges exercises, and for a library that stands in for OpenCL: no reader's program has it.
            set(of_harness FALSE)
            if(EXISTS "${SOURCE}/harness/include/${name}" AND NOT folder MATCHES "^(exercises|harness)$"
                    AND NOT file STREQUAL "bench/counters/launch_recorder.cpp")
                set(of_harness TRUE)
            endif()
            set(allowed FALSE)
            foreach(pattern IN LISTS ${folder})
                if(name MATCHES "^${pattern}")
                    set(allowed TRUE)
                endif()
            endforeach()
            if(of_harness OR NOT allowed)
                string(APPEND wrong "  ${file} includes ${name}\n")
            endif()
        endforeach()
    endforeach()
endforeach()

if(wrong)
    message(FATAL_ERROR "These includes cross a border (tests/borders/check.cmake says which folder may use which):\n${wrong}"
                        "Move what both need to a room below both, or combine the two in a room above.")
endif()
if(seen EQUAL 0)
    message(FATAL_ERROR "No include was found below ${SOURCE}: the check looked at nothing.")
endif()
message(STATUS "${seen} includes, none crosses a border")
