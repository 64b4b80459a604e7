// What the tests call of names.cpp, for a judge that stands outside of its process.
#include "names.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

// As in the tests, the views end within longer texts, and what is behind a view is not part of it; nothing: a view of no text.
static bool has_extension_in(const std::optional<std::string>& list, const std::string& name)
{
    const std::string long_list = list.value_or("") + "_ " + name + " ", long_name = name + "_more";
    const std::string_view view =
        list ? std::string_view{long_list.data(), list->size()} : std::string_view{};
    return has_extension(view, {long_name.data(), name.size()});
}

[[gnu::weak]] bool has_extension(std::string_view list, std::string_view name)
{
    std::optional<std::string> text;
    if (list.data() != nullptr) text = list;
    return call<has_extension_in>(text, std::string{name});
}
