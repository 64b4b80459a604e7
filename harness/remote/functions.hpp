// Functions that are called in one process and run in another: a test program, the judge, calls a student's functions,
// which a process in a sandbox, the servant, has.
//
// An exercise names its functions in calls.cpp. Each definition there stands for the student's, and hands the call on:
//
//     [[gnu::weak]] double speed_up(double serial, std::uint64_t workers)
//     {
//         return lockstep::remote::call<speed_up>(serial, workers);
//     }
//
// That file is linked with both. The judge has no other speed_up, so its tests call this one. In the servant it gives way
// to the student's, which is what call<speed_up> there has registered.
#pragma once

#include "remote/values.hpp"

#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockstep::remote
{

/// How a call ended. What is thrown arrives as the same class of the standard library, with its text.
enum class Outcome : std::uint8_t
{
    returned,
    invalid_argument,
    domain_error,
    length_error,
    out_of_range,
    logic_error,
    range_error,
    overflow_error,
    underflow_error,
    runtime_error,
    bad_alloc,
    exception, ///< another class below std::exception
    unknown    ///< no exception of the standard library
};

/// What the servant holds for a parameter: memory of exactly the argument's size, so that a read behind its end is one there, too.
template <typename Parameter>
struct Held
{
    using Value = std::remove_cvref_t<Parameter>;
    static_assert(!std::is_pointer_v<Value> &&
                      (std::is_same_v<Parameter, Value> || std::is_same_v<Parameter, const Value&>),
                  "functions that write to what they are given are not called from another process");
    using Type = Value;
    static const Value& lent(const Type& held) { return held; }
};
template <typename T>
struct Held<std::span<const T>>
{
    using Type = std::vector<T>;
    static std::span<const T> lent(const Type& held) { return held; }
};
template <>
struct Held<std::string_view>
{
    using Type = std::vector<char>;
    static std::string_view lent(const Type& held) { return {held.data(), held.size()}; }
};

/// How the exception that is being handled is told. @param text receives its words.
Outcome outcome_of_exception(std::string& text);

/// Runs a function for the other side. The answer: the outcome, whether the arguments were changed, and the result or the
/// exception's words.
template <typename Result, typename... Parameters>
Writer served(Result (*function)(Parameters...), Reader& request)
{
    const std::span<const std::byte> sent = request.left();
    const std::tuple<typename Held<Parameters>::Type...> held{
        get_value<typename Held<Parameters>::Type>(request)...};
    Outcome outcome = Outcome::returned;
    Writer result;
    try {
        put_value(
            result,
            std::apply([&](const auto&... each) { return function(Held<Parameters>::lent(each)...); }, held));
    } catch (...) {
        std::string text;
        outcome = outcome_of_exception(text);
        result = {};
        put_value(result, text);
    }
    Writer now; // who casts away a const has changed what the judge's tests may look at
    std::apply([&](const auto&... each) { (put_value(now, each), ...); }, held);
    const bool same = now.bytes().size() == sent.size() &&
                      (sent.empty() || std::memcmp(now.bytes().data(), sent.data(), sent.size()) == 0);
    Writer answer;
    put_value(answer, outcome);
    put_value(answer, !same);
    return answer.raw(result.bytes().data(), result.bytes().size());
}

/// A function as the servant runs it.
using Service = Writer (*)(Reader& request);

/// In the servant: makes a function known. In the judge: does nothing. @return true.
bool serve(std::string_view name, Service service);

/// In the judge: has a call done. A failure of the running test case is noted where the other side breaks the rules.
/// @param name of the function, as name_of() has it. @return what follows the outcome `returned` in the answer.
/// @throws what the function has thrown; Refused.
Reader ask(std::string_view name, const Writer& arguments);

/// In the judge: notes that the answer to ask() is none, and ends the other process. @throws Refused.
[[noreturn]] void refuse_answer(std::string_view name, const std::string& why);

/// Thrown where no answer is to be had; the failure is noted already.
struct Refused : std::exception
{
    const char* what() const noexcept override { return "there is no answer"; }
};

/// The name of a function, the same in judge and servant.
template <auto Function>
constexpr std::string_view name_of()
{
    // GCC: "… [with auto Function = speed_up; …]", Clang: "… [Function = &speed_up]"
    std::string_view text = __PRETTY_FUNCTION__;
    text.remove_prefix(text.find("Function = ") + 11);
    text = text.substr(0, text.find_first_of(";]"));
    text.remove_prefix(text.starts_with('&') ? 1 : 0);
    return text;
}

template <auto Function>
inline const bool known = serve(name_of<Function>(),
                                [](Reader& request) { return served(Function, request); });

template <typename Result, typename... Parameters>
Result asked(std::string_view name, Result (*)(Parameters...),
             const std::type_identity_t<std::remove_cvref_t<Parameters>>&... arguments)
{
    Writer request;
    (put_value(request, arguments), ...);
    Reader answer = ask(name, request);
    try {
        Result result = get_value<Result>(answer);
        if (!answer.left().empty()) throw Broken{"a message is too long"};
        return result;
    } catch (const Broken& broken) {
        refuse_answer(name, broken.what());
    }
}

/// Calls a function of the other process.
template <auto Function, typename... Arguments>
auto call(const Arguments&... arguments)
{
    static_cast<void>(known<Function>);
    return asked(name_of<Function>(), Function, arguments...);
}

} // namespace lockstep::remote
