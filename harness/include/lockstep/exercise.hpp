// The harness exercises are tested with: which files to test, guarded buffers, launches, and verdicts that explain.
//
// A test program links this once and is run with
//   LOCKSTEP_EXERCISE_FILES  the folder of the files under test (a student's, a solution's or a mutant's),
//   LOCKSTEP_STAGE           "correct" (the default: every case), "clean" (small sizes, for Oclgrind; every case but
//                            those of TEST_SUITE("lens"), unless there are no others) or "lens" (only the cases of
//                            TEST_SUITE("lens"), run under the lens, which counts what their launches do),
//   LOCKSTEP_REPORT          a file that receives one JSON object a line: what began, what failed, what ended,
//   LOCKSTEP_KEY             what the report's lines are sealed with (seal.hpp); the program then ends with the status that
//                            final_status() gives,
//   LOCKSTEP_SEED            what random data is drawn from; without it the data is the same in every run.
// Stage, report, key and seed are gone from the environment before any code under test can look.
#pragma once

#include "lockstep/compare.hpp"
#include "lockstep/guarded.hpp"
#include "lockstep/random.hpp"

#include <CL/opencl.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace lockstep
{

/// Device memory as the stage wants it. Between guards in the stage correct, where outputs are poisoned. In the stage clean
/// the buffer is exactly as large as asked and holds nothing it was not given, so that Oclgrind sees every stray
/// access; in the stage lens it is as large as asked too, so that it begins where an allocation begins.
/// @param contents empty: an output of `bytes` bytes.
GuardedBytes bytes_for_stage(std::size_t bytes, std::span<const std::byte> contents);

/// Fails the test case when a kernel wrote outside of the buffer, naming it and the place.
/// @param name as the exercise calls it.
void require_whole_guards(const GuardedBytes& buffer, const std::string& name, std::size_t element_bytes);

/// Notes what every element of the buffer of that name holds before the next launch, for messages; nothing where they differ
/// or the test does not know.
void note_contents(const std::string& name, std::optional<double> all);

/// A guarded buffer of `count` elements of T.
template <typename T>
class GuardedBuffer
{
public:
    GuardedBuffer(std::string name, std::size_t count)
        : name_(std::move(name)), count_(count), bytes_(bytes_for_stage(count * sizeof(T), {}))
    {
        note_contents(name_, std::nullopt);
    }
    GuardedBuffer(std::string name, std::span<const T> contents)
        : name_(std::move(name)), count_(contents.size()),
          bytes_(bytes_for_stage(contents.size_bytes(), std::as_bytes(contents)))
    {
        std::optional<double> all;
        if constexpr (std::is_arithmetic_v<T>)
            if (!contents.empty() && std::ranges::count(contents, contents[0]) == std::ssize(contents))
                all = static_cast<double>(contents[0]);
        note_contents(name_, all);
    }

    /// The part a kernel is given.
    const cl::Buffer& buffer() const { return bytes_.buffer(); }

    /// The contents. Fails the test case when a kernel wrote outside of the buffer.
    std::vector<T> read() const
    {
        std::vector<T> values(count_);
        bytes_.read(std::as_writable_bytes(std::span<T>{values}));
        require_whole_guards(bytes_, name_, sizeof(T));
        return values;
    }

private:
    std::string name_;
    std::size_t count_;
    GuardedBytes bytes_;
};

/// An input: device memory holding `contents`.
template <typename T>
GuardedBuffer<T> input(std::string name, const std::vector<T>& contents)
{
    return GuardedBuffer<T>{std::move(name), std::span<const T>{contents}};
}

/// An output: device memory of `count` poisoned elements.
template <typename T>
GuardedBuffer<T> output(std::string name, std::size_t count)
{
    return GuardedBuffer<T>{std::move(name), count};
}

/// A one-dimensional problem and the work-group to try it with.
struct Size1D
{
    std::size_t count;
    std::size_t group;
};

/// A two-dimensional problem and the work-group to try it with.
struct Size2D
{
    std::size_t columns;
    std::size_t rows;
    std::size_t group_columns;
    std::size_t group_rows;
};

/// How a kernel is launched; an empty offset is no offset, an empty local size leaves the choice to the runtime.
struct Launch
{
    cl::NDRange global;
    cl::NDRange local = cl::NullRange;
    cl::NDRange offset = cl::NullRange;
};

/// The smallest multiple of `multiple` that is not less than `count`.
constexpr std::size_t round_up(std::size_t count, std::size_t multiple)
{
    return (count + multiple - 1) / multiple * multiple;
}

/// The launch with a work-item for each of `count` elements, and as many more as fill up the last work-group. Of no elements: one
/// work-group.
inline Launch covering(std::size_t count, std::size_t group)
{
    return {.global = cl::NDRange(std::max(round_up(count, group), group)), .local = cl::NDRange(group)};
}

/// The same for each element of a picture or matrix.
inline Launch covering(const Size2D& size)
{
    return {.global = cl::NDRange(std::max(round_up(size.columns, size.group_columns), size.group_columns),
                                  std::max(round_up(size.rows, size.group_rows), size.group_rows)),
            .local = cl::NDRange(size.group_columns, size.group_rows)};
}

/// What a run of the test program is for.
enum class Stage
{
    correct, ///< the results, on the device chosen
    clean,   ///< races and stray accesses, under Oclgrind: small sizes
    lens     ///< what memory and scheduler would do, counted: whole sub-groups, a few thousand work-items
};

/// Says why the running test case cannot be judged on this device; the case then returns. It is told as not checked, unless
/// something in it fails.
void skip_case(const std::string& reason);

/// The folder of the repository, for tests that compare with a file of the book.
std::filesystem::path source_folder();

/// The exercise under test: one per process, of one folder's files at a time.
class Exercise
{
public:
    static Exercise& get();

    Stage stage() const { return stage_; }
    /// True in the stage clean, where everything is a thousand times slower: keep sizes small.
    bool clean_stage() const { return stage_ == Stage::clean; }
    /// The folder of the files under test.
    const std::filesystem::path& files() const { return files_; }
    /// Tests the files of another folder from now on, without what was built of those before. The device stays open.
    void test_files_of(const std::filesystem::path& folder);

    /// The device chosen, opened when it is first asked for: tests of host code may need none. Where there is none the program
    /// ends, and says so.
    const cl::Device& device() const { return opened().device; }
    const cl::Context& context() const { return opened().context; }
    const cl::CommandQueue& queue() const { return opened().queue; }

    /// Sizes to test with: tiny, ragged, exact and large, with at least two work-group sizes. In the stage
    /// lens: one, of whole sub-groups.
    std::vector<Size1D> sizes_1d() const;
    std::vector<Size2D> sizes_2d() const;

    /// Builds `file` of the files under test (once per set of options) and finds a kernel in it.
    /// @param parameters what the exercise passes, for example {"global float*", "uint"}: address space and
    /// type, without names or const; of an image {"read_only image2d_t"}. A build error, a missing kernel or another argument list ends the
    /// program as a failure of the stage "builds".
    cl::Kernel kernel(const std::string& file, const std::string& name,
                      std::initializer_list<std::string> parameters, const std::string& options = "");

    /// The program that was built of the files under test by this key before, or else what `build` makes.
    cl::Program built_once(const std::string& key, const std::function<cl::Program()>& build);

    /// Sets the arguments in order, launches, and waits. Arguments are guarded buffers, cl::Buffer, cl::Image2D,
    /// cl::Local(bytes) or plain values of the parameter's type; for a parameter that kernel() knows to be a uint or an int, a
    /// std::size_t does as well.
    template <typename... Arguments>
    void launch(cl::Kernel& kernel, const Launch& how, const Arguments&... arguments)
    {
        cl_uint index = 0;
        (set_argument(kernel, index++, arguments), ...);
        enqueue(kernel, how);
    }

    /// Fails the test case, explaining the first difference and naming the work-item of the last launch with
    /// that linear index.
    /// @param columns the length of a row, when the result is a picture or a matrix.
    template <typename T>
    void expect_same(const std::string& name, const std::vector<T>& expected, const std::vector<T>& got,
                     Tolerance tolerance = {}, std::size_t columns = 0)
    {
        if (const auto mismatch = compare(std::span<const T>{expected}, std::span<const T>{got}, tolerance))
            fail(*mismatch, name, columns);
    }
    /// The same for an output of which the kernel is to write a part, for example because only a part of its work-items was
    /// launched. @param made whether element i is of that part: bool(std::size_t). All others must still hold the poison.
    template <typename T, typename Made>
    void expect_part(const std::string& name, std::vector<T> expected, std::vector<T> got, Made made,
                     Tolerance tolerance = {}, std::size_t columns = 0)
    {
        const std::vector<std::byte> poison = poisoned(got.size() * sizeof(T));
        for (std::size_t i = 0; i < got.size() && i < expected.size(); ++i) {
            if (made(i)) continue;
            if (!clean_stage() && std::memcmp(&got[i], poison.data() + i * sizeof(T), sizeof(T)) != 0)
                fail_written(name, i, columns);
            expected[i] = got[i] = T{};
        }
        expect_same(name, expected, got, tolerance, columns);
    }
    /// See lockstep::note_contents().
    void note_contents(const std::string& name, std::optional<double> all) { contents_[name] = all; }

private:
    Exercise();

    template <typename T>
    void set_argument(cl::Kernel& kernel, cl_uint index, const GuardedBuffer<T>& buffer)
    {
        kernel.setArg(index, buffer.buffer());
    }
    template <typename T>
    void set_argument(cl::Kernel& kernel, cl_uint index, const T& value)
    {
        if constexpr (std::is_same_v<T, std::size_t>)
            if (takes_32_bits(kernel, index)) {
                kernel.setArg(index, static_cast<cl_uint>(value));
                return;
            }
        kernel.setArg(index, value);
    }
    bool takes_32_bits(const cl::Kernel& kernel, cl_uint index) const;
    void enqueue(const cl::Kernel& kernel, const Launch& how);
    void fail(Mismatch mismatch, const std::string& name, std::size_t columns) const;
    void fail_written(const std::string& name, std::size_t index, std::size_t columns) const;
    std::string last_launch_text() const;

    struct Opened
    {
        cl::Device device;
        cl::Context context{device};
        cl::CommandQueue queue{context, device};
    };
    const Opened& opened() const;

    Stage stage_ = Stage::correct;
    std::filesystem::path files_;
    mutable std::optional<Opened> opened_;
    std::map<std::string, cl::Program> programs_;
    std::map<std::string, std::vector<std::string>> parameters_; ///< by the kernel's name
    std::map<std::string, std::optional<double>> contents_;      ///< what all elements of a buffer held
    std::optional<LaunchShape> last_launch_; ///< none for tests that launch nothing themselves
};

/// See Exercise::clean_stage().
inline bool clean_stage()
{
    return Exercise::get().clean_stage();
}

/// See Exercise::launch().
template <typename... Arguments>
void launch(cl::Kernel kernel, const Launch& how, const Arguments&... arguments)
{
    Exercise::get().launch(kernel, how, arguments...);
}

/// See Exercise::expect_same().
template <typename T>
void expect_same(const std::string& name, const std::vector<T>& expected, const std::vector<T>& got,
                 Tolerance tolerance = {}, std::size_t columns = 0)
{
    Exercise::get().expect_same(name, expected, got, tolerance, columns);
}

/// See Exercise::expect_part().
template <typename T, typename Made>
void expect_part(const std::string& name, const std::vector<T>& expected, const std::vector<T>& got,
                 Made made, Tolerance tolerance = {}, std::size_t columns = 0)
{
    Exercise::get().expect_part(name, expected, got, made, tolerance, columns);
}

} // namespace lockstep
