// doctest's INFO for tests in a page, whose compiler (clang before 16) lets no lambda refer to a structured binding: the text is made at once and not
// where it is needed.
#pragma once

#include <doctest/doctest.h>

#include <sstream>
#include <string>

namespace lockstep::pocket
{

template <typename... Parts>
std::string in_words(const Parts&... parts)
{
    std::ostringstream text;
    ((text << doctest::toString(parts)), ...);
    return text.str();
}

} // namespace lockstep::pocket

#undef INFO
#define INFO(...)                                                                                            \
    const auto DOCTEST_ANONYMOUS(info_) = doctest::detail::MakeContextScope(                                 \
        [said = lockstep::pocket::in_words(__VA_ARGS__)](std::ostream* to) { *to << said; })

#undef CAPTURE
#define CAPTURE(value) INFO(#value " := ", value)
