// The judge's side of the functions that a servant runs. What the servant says is not trusted: whatever it does, the tests
// end, and a servant that breaks the rules fails the test case in which it does so and all that come after.
#include "remote/child.hpp"
#include "remote/functions.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <sys/socket.h>

namespace lockstep::remote
{

namespace
{

constexpr std::uint64_t longest_answer = std::uint64_t{64} << 20U;

/// What was thrown by the other side, where a test tells it from nothing else.
struct UnknownException
{
};
struct OtherException : std::exception
{
    explicit OtherException(std::string words) : text(std::move(words)) {}
    const char* what() const noexcept override { return text.c_str(); }
    std::string text;
};

/// The servant: one for the process.
class Servant
{
public:
    static Servant& get()
    {
        static Servant& one = *new Servant;
        return one;
    }

    Reader ask(std::string_view name, const Writer& arguments)
    {
        if (!refused_.empty()) refuse(refused_);
        expect_silence();
        const std::uint64_t number = numbers_();
        Writer request;
        request.put(number);
        put_value(request, name);
        request.raw(arguments.bytes().data(), arguments.bytes().size());
        try {
            send(child_.socket(), request);
            Reader answer = receive(child_.socket(), longest_answer);
            if (answer.get<std::uint64_t>() != number) refuse(unasked);
            return answer;
        } catch (const Broken& broken) {
            if (hung_up()) end_as_it_ended();
            refuse("Your program's answer to a call of " + std::string{name} + " is none (" + broken.what() +
                   ").");
        }
    }

    /// Fails the running test case, and ends the other process: it is no longer what it was.
    [[noreturn]] void refuse(const std::string& sentence)
    {
        if (refused_.empty()) shutdown(child_.socket(), SHUT_RDWR);
        refused_ = sentence;
        ADD_FAIL_CHECK_AT("", 0, sentence);
        throw Refused{};
    }

private:
    static constexpr const char* unasked = "Your program sent the tests an answer that they had not asked "
                                           "for. A function answers by returning, and writes to "
                                           "no descriptor that it did not open.";

    // Nothing may lie there before a question is asked.
    void expect_silence()
    {
        char byte = 0;
        if (recv(child_.socket(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0) refuse(unasked);
    }

    // Whether the other end is closed, and all that was sent has been read.
    bool hung_up() const
    {
        char byte = 0;
        return recv(child_.socket(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
    }

    // What would have ended the test program, were the function a part of it, ends it now.
    [[noreturn]] void end_as_it_ended()
    {
        const Ending how = child_.end();
        if (!how.by_itself)
            refuse("Your program closed descriptor 3, by which the tests call its functions. It closes no "
                   "descriptor that it "
                   "did not open.");
        if (how.signal != 0) end_by(how.signal);
        std::_Exit(how.status);
    }

    Child child_{"LOCKSTEP_SERVANT"};
    std::mt19937_64 numbers_{std::random_device{}()};
    std::string refused_; // why there are no answers any more; empty: there are
};

[[noreturn]] void throw_as(Outcome outcome, const std::string& text)
{
    switch (outcome) {
    case Outcome::invalid_argument:
        throw std::invalid_argument{text};
    case Outcome::domain_error:
        throw std::domain_error{text};
    case Outcome::length_error:
        throw std::length_error{text};
    case Outcome::out_of_range:
        throw std::out_of_range{text};
    case Outcome::logic_error:
        throw std::logic_error{text};
    case Outcome::range_error:
        throw std::range_error{text};
    case Outcome::overflow_error:
        throw std::overflow_error{text};
    case Outcome::underflow_error:
        throw std::underflow_error{text};
    case Outcome::runtime_error:
        throw std::runtime_error{text};
    case Outcome::bad_alloc:
        throw std::bad_alloc{};
    case Outcome::exception:
        throw OtherException{text};
    default:
        throw UnknownException{};
    }
}

} // namespace

bool serve(std::string_view, Service)
{
    return true;
}

// A judge that serves nobody has none.
Outcome outcome_of_exception(std::string&)
{
    return Outcome::unknown;
}

void refuse_answer(std::string_view name, const std::string& why)
{
    Servant::get().refuse("Your program's answer to a call of " + std::string{name} + " is none (" + why +
                          ").");
}

Reader ask(std::string_view name, const Writer& arguments)
{
    Reader answer = Servant::get().ask(name, arguments);
    Outcome outcome{};
    std::string text;
    try {
        outcome = get_value<Outcome>(answer);
        if (get_value<bool>(answer)) {
            const std::string sentence = std::string{name} + " has changed what it was given to read.";
            ADD_FAIL_CHECK_AT("", 0, sentence);
        }
        if (outcome != Outcome::returned) text = get_value<std::string>(answer).substr(0, 4096);
    } catch (const Broken& broken) {
        refuse_answer(name, broken.what());
    }
    if (outcome != Outcome::returned) throw_as(outcome, text);
    return answer;
}

} // namespace lockstep::remote
