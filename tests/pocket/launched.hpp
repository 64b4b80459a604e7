// A kernel launched on Pocket's machine, for tests.
#pragma once

#include "front/front.hpp"
#include "machine/code.hpp"
#include "machine/machine.hpp"
#include "machine/telling.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <deque>
#include <string>
#include <vector>

namespace lockstep::pocket::test
{

/// A kernel with its buffers: `run` launches it.
class Launched
{
public:
    /// @param kernel of those of the text; empty: the last one @param defines as the build option -D makes them
    explicit Launched(const std::string& text, unsigned version = 120, const std::string& kernel = "",
                      std::vector<std::pair<std::string, std::string>> defines = {})
    {
        Options build;
        build.defines = std::move(defines);
        build.version = version;
        build.extensions = {"cl_khr_fp64", "cl_khr_fp16", "cl_khr_int64_base_atomics"};
        program_ = compile(text, "k.cl", build);
        const std::string log = build_log(program_->messages, program_->texts);
        CAPTURE(log);
        REQUIRE(program_->ok);
        Notes notes;
        for (const auto& function : program_->functions)
            if (function->is_kernel && function->body && (kernel.empty() || kernel == function->name))
                code_ = lower(*program_, *function, notes);
        REQUIRE(code_);
    }

    /// A buffer that holds these values.
    template <typename T>
    Launched& buffer(const std::vector<T>& values)
    {
        Buffer& made = new_buffer(values.size() * sizeof(T));
        std::memcpy(made.bytes.data(), values.data(), made.bytes.size());
        std::fill(made.written.begin(), made.written.end(), std::uint8_t{1});
        return *this;
    }
    /// A buffer that nobody has written to.
    Launched& empty(std::size_t bytes)
    {
        new_buffer(bytes);
        return *this;
    }
    Launched& null()
    {
        arguments_.push_back({.is = Argument::Is::buffer});
        return *this;
    }
    Launched& local(std::size_t bytes)
    {
        arguments_.push_back({.is = Argument::Is::local, .local_bytes = bytes});
        return *this;
    }
    /// An image of black pixels, of four bytes each.
    Launched& image(std::size_t columns, std::size_t rows)
    {
        Pixels& made = images_.emplace_back();
        made.bytes.resize(4 * columns * rows);
        made.picture = {.columns = columns,
                        .rows = rows,
                        .row_pitch = 4 * columns,
                        .slice_pitch = 4 * columns * rows,
                        .data = made.bytes.data()};
        arguments_.push_back({.is = Argument::Is::image, .image = &made.picture});
        return *this;
    }
    template <typename T>
    Launched& value(T number)
    {
        Argument argument{.is = Argument::Is::value};
        argument.bytes.resize(sizeof number);
        std::memcpy(argument.bytes.data(), &number, sizeof number);
        arguments_.push_back(std::move(argument));
        return *this;
    }

    const Outcome& run(std::size_t global, std::size_t group)
    {
        LaunchSizes sizes;
        sizes.global[0] = global;
        sizes.group[0] = group;
        return run(sizes);
    }

    const Outcome& run(const LaunchSizes& sizes)
    {
        outcome = execute(*code_, sizes, arguments_, options);
        return outcome;
    }

    /// Leaves the kernel a part of a buffer.
    void cut(std::size_t which, std::size_t origin, std::size_t bytes)
    {
        Buffer& of = buffers_.at(which);
        of.part = {.name = of.object.name,
                   .data = of.object.data + origin,
                   .size = bytes,
                   .written = of.object.written + origin,
                   .whole = &of.object,
                   .origin = origin};
        arguments_.at(which).buffer = &of.part;
    }

    template <typename T>
    std::vector<T> read(std::size_t which) const
    {
        const Buffer& from = buffers_.at(which);
        std::vector<T> values(from.bytes.size() / sizeof(T));
        std::memcpy(values.data(), from.bytes.data(), values.size() * sizeof(T));
        return values;
    }

    /// What is shown of a finding.
    std::string told(std::size_t which = 0) const
    {
        return which < outcome.findings.size() ? pocket::told(outcome.findings[which], program_->texts)
                                               : "nothing";
    }

    /// Whether there is a finding of that kind in that line.
    bool found(Fault fault, unsigned line) const
    {
        for (const Finding& finding : outcome.findings)
            if (finding.fault == fault && finding.place.line == line) return true;
        return false;
    }

    const Code& code() const { return *code_; }
    const Texts& texts() const { return program_->texts; }
    const std::vector<Argument>& arguments() const { return arguments_; }

    MachineOptions options;
    Outcome outcome;

private:
    struct Buffer
    {
        std::vector<std::byte> bytes;
        std::vector<std::uint8_t> written;
        Object object, part = {};
    };

    struct Pixels
    {
        std::vector<std::byte> bytes;
        Picture picture;
    };

    Buffer& new_buffer(std::size_t bytes)
    {
        Buffer& made = buffers_.emplace_back();
        made.bytes.resize(bytes);
        made.written.assign(bytes, 0);
        made.object.data = made.bytes.data();
        made.object.size = bytes;
        made.object.written = made.written.data();
        arguments_.push_back({.is = Argument::Is::buffer, .buffer = &made.object});
        return made;
    }

    std::shared_ptr<Program> program_;
    std::shared_ptr<const Code> code_;
    std::deque<Buffer> buffers_;
    std::deque<Pixels> images_;
    std::vector<Argument> arguments_;
};

} // namespace lockstep::pocket::test
