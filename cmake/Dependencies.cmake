# The libraries the build stands on. Each missing one is named with the Debian package that brings it.
function(lockstep_require found what package)
    if(NOT ${found})
        message(FATAL_ERROR "${what} was not found. Install it (Debian, Ubuntu: apt install ${package}), "
                            "or let ./lockstep start do so, then configure again.")
    endif()
endfunction()

find_package(fmt QUIET)
lockstep_require(fmt_FOUND "fmt" "libfmt-dev")
find_package(CLI11 QUIET)
lockstep_require(CLI11_FOUND "CLI11" "libcli11-dev")
find_package(nlohmann_json QUIET)
lockstep_require(nlohmann_json_FOUND "nlohmann-json" "nlohmann-json3-dev")
find_package(Threads REQUIRED)

# Warnings for our own targets only.
option(LOCKSTEP_WARNINGS_AS_ERRORS "Treat a warning as an error" OFF)
add_library(lockstep-warnings INTERFACE)
target_compile_features(lockstep-warnings INTERFACE cxx_std_20)
target_compile_options(lockstep-warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    $<$<BOOL:${LOCKSTEP_WARNINGS_AS_ERRORS}>:-Werror>)

# The lens is linked to no OpenCL: it declares what it stands in for.
if(LOCKSTEP_LENS_ALONE)
    find_path(OpenCL_INCLUDE_DIR CL/cl.h)
    lockstep_require(OpenCL_INCLUDE_DIR "The OpenCL headers" "opencl-c-headers")
    set(OpenCL_INCLUDE_DIRS "${OpenCL_INCLUDE_DIR}")
    return()
endif()

find_package(OpenCL QUIET)
lockstep_require(OpenCL_FOUND "The OpenCL headers or an ICD loader" "ocl-icd-opencl-dev")
find_path(LOCKSTEP_CLHPP_INCLUDE CL/opencl.hpp)
lockstep_require(LOCKSTEP_CLHPP_INCLUDE "OpenCL-CLHPP (CL/opencl.hpp)" "opencl-clhpp-headers")
find_package(doctest QUIET)
lockstep_require(doctest_FOUND "doctest" "doctest-dev")
find_path(LOCKSTEP_STB_INCLUDE stb_image.h PATH_SUFFIXES stb)
lockstep_require(LOCKSTEP_STB_INCLUDE "stb" "libstb-dev")
find_package(LibArchive QUIET)
lockstep_require(LibArchive_FOUND "libarchive" "libarchive-dev")
# Serves the live book, which is left out where it is not installed.
find_path(LOCKSTEP_MICROHTTPD_INCLUDE microhttpd.h)
find_library(LOCKSTEP_MICROHTTPD microhttpd)
if(NOT LOCKSTEP_MICROHTTPD_INCLUDE)
    set(LOCKSTEP_MICROHTTPD "LOCKSTEP_MICROHTTPD-NOTFOUND")
endif()
set(MPI_CXX_SKIP_MPICXX TRUE)
find_package(MPI QUIET COMPONENTS CXX) # for programs that run as several processes; they say so where it is missing

# What every host program needs to speak OpenCL 1.2 through the C++ bindings.
add_library(lockstep-opencl INTERFACE)
add_library(lockstep::opencl ALIAS lockstep-opencl)
target_include_directories(lockstep-opencl SYSTEM INTERFACE ${LOCKSTEP_CLHPP_INCLUDE})
target_compile_definitions(lockstep-opencl INTERFACE CL_TARGET_OPENCL_VERSION=120
    CL_HPP_TARGET_OPENCL_VERSION=120 CL_HPP_MINIMUM_OPENCL_VERSION=120 CL_HPP_ENABLE_EXCEPTIONS
    CL_HPP_CL_1_2_DEFAULT_BUILD) # the bindings ask for no OpenCL C 2.0 of their own accord
target_link_libraries(lockstep-opencl INTERFACE OpenCL::OpenCL)
