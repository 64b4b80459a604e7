// Tests of the catalogue of OpenCL's error codes: it agrees with the header, and it is whole.
#include "lockstep/error.hpp"

#include <doctest/doctest.h>

#include <cctype>
#include <set>

using namespace lockstep;

namespace
{

struct HeaderCode
{
    int code;
    const char* name;
};

// The name and the value come from the same word, so an entry cannot disagree with CL/cl.h unseen.
#define HEADER_CODE(name)                                                                                    \
    HeaderCode                                                                                               \
    {                                                                                                        \
        name, #name                                                                                          \
    }
constexpr HeaderCode header[] = {
    HEADER_CODE(CL_SUCCESS),
    HEADER_CODE(CL_DEVICE_NOT_FOUND),
    HEADER_CODE(CL_DEVICE_NOT_AVAILABLE),
    HEADER_CODE(CL_COMPILER_NOT_AVAILABLE),
    HEADER_CODE(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    HEADER_CODE(CL_OUT_OF_RESOURCES),
    HEADER_CODE(CL_OUT_OF_HOST_MEMORY),
    HEADER_CODE(CL_PROFILING_INFO_NOT_AVAILABLE),
    HEADER_CODE(CL_MEM_COPY_OVERLAP),
    HEADER_CODE(CL_IMAGE_FORMAT_MISMATCH),
    HEADER_CODE(CL_IMAGE_FORMAT_NOT_SUPPORTED),
    HEADER_CODE(CL_BUILD_PROGRAM_FAILURE),
    HEADER_CODE(CL_MAP_FAILURE),
    HEADER_CODE(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    HEADER_CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    HEADER_CODE(CL_COMPILE_PROGRAM_FAILURE),
    HEADER_CODE(CL_LINKER_NOT_AVAILABLE),
    HEADER_CODE(CL_LINK_PROGRAM_FAILURE),
    HEADER_CODE(CL_DEVICE_PARTITION_FAILED),
    HEADER_CODE(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
    HEADER_CODE(CL_INVALID_VALUE),
    HEADER_CODE(CL_INVALID_DEVICE_TYPE),
    HEADER_CODE(CL_INVALID_PLATFORM),
    HEADER_CODE(CL_INVALID_DEVICE),
    HEADER_CODE(CL_INVALID_CONTEXT),
    HEADER_CODE(CL_INVALID_QUEUE_PROPERTIES),
    HEADER_CODE(CL_INVALID_COMMAND_QUEUE),
    HEADER_CODE(CL_INVALID_HOST_PTR),
    HEADER_CODE(CL_INVALID_MEM_OBJECT),
    HEADER_CODE(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR),
    HEADER_CODE(CL_INVALID_IMAGE_SIZE),
    HEADER_CODE(CL_INVALID_SAMPLER),
    HEADER_CODE(CL_INVALID_BINARY),
    HEADER_CODE(CL_INVALID_BUILD_OPTIONS),
    HEADER_CODE(CL_INVALID_PROGRAM),
    HEADER_CODE(CL_INVALID_PROGRAM_EXECUTABLE),
    HEADER_CODE(CL_INVALID_KERNEL_NAME),
    HEADER_CODE(CL_INVALID_KERNEL_DEFINITION),
    HEADER_CODE(CL_INVALID_KERNEL),
    HEADER_CODE(CL_INVALID_ARG_INDEX),
    HEADER_CODE(CL_INVALID_ARG_VALUE),
    HEADER_CODE(CL_INVALID_ARG_SIZE),
    HEADER_CODE(CL_INVALID_KERNEL_ARGS),
    HEADER_CODE(CL_INVALID_WORK_DIMENSION),
    HEADER_CODE(CL_INVALID_WORK_GROUP_SIZE),
    HEADER_CODE(CL_INVALID_WORK_ITEM_SIZE),
    HEADER_CODE(CL_INVALID_GLOBAL_OFFSET),
    HEADER_CODE(CL_INVALID_EVENT_WAIT_LIST),
    HEADER_CODE(CL_INVALID_EVENT),
    HEADER_CODE(CL_INVALID_OPERATION),
    HEADER_CODE(CL_INVALID_GL_OBJECT),
    HEADER_CODE(CL_INVALID_BUFFER_SIZE),
    HEADER_CODE(CL_INVALID_MIP_LEVEL),
    HEADER_CODE(CL_INVALID_GLOBAL_WORK_SIZE),
    HEADER_CODE(CL_INVALID_PROPERTY),
    HEADER_CODE(CL_INVALID_IMAGE_DESCRIPTOR),
    HEADER_CODE(CL_INVALID_COMPILER_OPTIONS),
    HEADER_CODE(CL_INVALID_LINKER_OPTIONS),
    HEADER_CODE(CL_INVALID_DEVICE_PARTITION_COUNT),
};
#undef HEADER_CODE

} // namespace

TEST_SUITE("error")
{
    TEST_CASE("every error code of the header is in the catalogue under its name")
    {
        for (const HeaderCode& expected : header) {
            CAPTURE(expected.name);
            const ErrorEntry* entry = find_error(expected.code);
            REQUIRE(entry != nullptr);
            CHECK(std::string{entry->name} == expected.name);
        }
    }

    TEST_CASE("the codes of OpenCL 1.2 to 3.1 leave no gap, and those of extensions and loader are there")
    {
        for (int code = 0; code >= -72; --code) {
            CAPTURE(code);
            CHECK((find_error(code) != nullptr) == (code >= -19 || code <= -30));
        }
        for (int code = -1000; code >= -1013; --code) CHECK(find_error(code) != nullptr);
        for (int code = -1092; code >= -1101; --code) CHECK(find_error(code) != nullptr);
        for (int code = -1138; code >= -1142; --code) CHECK(find_error(code) != nullptr);
        for (const int code : {-1057, -1058, -1059, -1108, -1121, -9999}) CHECK(find_error(code) != nullptr);
        REQUIRE(find_error(-1001) != nullptr);
        CHECK(std::string{find_error(-1001)->name} == "CL_PLATFORM_NOT_FOUND_KHR");
    }

    TEST_CASE("the catalogue goes downwards, names nothing twice and leaves no column empty")
    {
        std::set<std::string> names;
        int previous = 1;
        for (const ErrorEntry& entry : error_catalogue()) {
            CAPTURE(entry.name);
            CHECK(entry.code < previous);
            previous = entry.code;
            CHECK(names.insert(entry.name).second);
            for (const char* text : {entry.meaning, entry.cause, entry.next}) {
                REQUIRE(*text != '\0');
                CHECK(std::string{text}.back() != '.');
            }
        }
    }

    TEST_CASE("a code has a name, known or not")
    {
        CHECK(error_name(CL_INVALID_KERNEL_ARGS) == "CL_INVALID_KERNEL_ARGS");
        CHECK(error_name(-12345) == "unknown error -12345");
        CHECK(find_error(-12345) == nullptr);
    }

    TEST_CASE("an exception is told with its call, name, cause and advice")
    {
        const std::string text = describe(cl::Error{CL_INVALID_KERNEL_ARGS, "clEnqueueNDRangeKernel"});
        CHECK(
            text ==
            "clEnqueueNDRangeKernel failed with CL_INVALID_KERNEL_ARGS (-52): an argument was not set before "
            "the launch.\n  usual cause: one setArg forgotten\n  try: set every argument, from 0 to the "
            "last");
    }

    TEST_CASE("an exception with a vendor's own code says so")
    {
        const std::string text = describe(cl::Error{-12345, "clEnqueueReadBuffer"});
        CHECK(text.starts_with(
            "clEnqueueReadBuffer failed with error -12345, which is not one of OpenCL's own codes."));
    }

    TEST_CASE("a failure shows its advice on a line of its own, and none without")
    {
        const Failure advised{"The file is gone.", "look again"};
        CHECK(std::string{advised.what()} == "The file is gone.\n  try: look again");
        CHECK(advised.happened() == "The file is gone.");
        CHECK(advised.next() == "look again");
        CHECK(std::string{Failure{"The file is gone."}.what()} == "The file is gone.");
    }
}
