// Structures, unions and enumerations.
#include "front/parser.hpp"

#include <algorithm>
#include <set>

namespace lockstep::pocket
{

void Parser::need_complete(const Type* type, const Place& place)
{
    if (type->is_structure() && !type->structure->complete)
        notes_.refuse(place,
                      type->name() + (type->structure->open ? " cannot contain itself" : " is not defined"),
                      type->structure->open ? "write a pointer to it" : "write its fields before, in { }");
}

const Type* Parser::structure(bool is_union)
{
    Specifiers before;
    take_attributes(before);
    std::string name;
    if (here().kind == Kind::name && !next_is("{")) {
        name = here().text;
        ++at_;
    }
    const Place place = here().place;
    const std::string tag = (is_union ? "union " : "struct ") + name;
    const Meaning* meaning = name.empty() ? nullptr : find(tag);
    const Type* type = meaning == nullptr ? nullptr : meaning->type;
    if (next_is("{") && type != nullptr && type->structure->complete) {
        if (scopes_.back().contains(tag)) notes_.refuse(place, tag + " is defined twice");
        type = nullptr; // another one, for this block
    }
    if (type == nullptr) {
        Structure& fresh = types_.new_structure();
        fresh.name = name.empty() ? (is_union ? "union" : "struct") : tag;
        fresh.is_union = is_union;
        type = types_.structure(&fresh);
        structures_[type] = &fresh;
        if (!name.empty()) scopes_.back()[tag] = {.type = type};
    }
    if (!take("{")) return type;
    Structure& defined = *structures_.at(type);
    if (defined.open) notes_.refuse(place, tag + " is being defined around this");
    defined.open = true;
    try {
        fields_of(defined);
    } catch (const Refused&) {
        defined.open = false;
        throw;
    }
    defined.open = false;
    Specifiers behind = before;
    take_attributes(behind);
    if (here().first && begins_type() && !next_is("const"))
        notes_.refuse(end_of_last(), "expected ; behind the structure", "write ; here");
    lay_out(defined, behind.packed, behind.alignment, place);
    return type;
}

void Parser::fields_of(Structure& structure)
{
    constexpr std::size_t most_fields = 4096;
    std::set<std::string> names;
    while (!take("}")) {
        if (here().kind == Kind::end) expect("}", "behind the structure's last field");
        const Specifiers each = specifiers();
        do {
            const Declared declared = declarator(each, each.type);
            if (!names.insert(declared.name).second)
                notes_.refuse(declared.place, "there is a field " + declared.name + " already");
            if (next_is(":"))
                notes_.refuse(here().place, "there are no bit-fields in OpenCL C", "write & and >> instead");
            if (declared.is_function || declared.type->is_nothing())
                notes_.refuse(declared.place, "a field that has no size");
            need_complete(declared.type, declared.place);
            if (names.size() > most_fields)
                notes_.refuse(declared.place, "this structure has more than 4096 fields");
            structure.fields.push_back({declared.name, declared.type, 0});
        } while (take(","));
        expect(";", "behind this field");
    }
}

void Parser::lay_out(Structure& structure, bool packed, std::size_t alignment, const Place& place)
{
    const auto rounded = [](std::size_t value, std::size_t to) { return (value + to - 1) / to * to; };
    structure.alignment = std::max<std::size_t>(alignment, 1);
    std::size_t end = 0;
    for (Field& field : structure.fields) {
        const std::size_t own = packed ? 1 : field.type->alignment();
        field.offset = structure.is_union ? 0 : rounded(end, own);
        end = std::max(end, field.offset + field.type->size());
        structure.alignment = std::max(structure.alignment, own);
        if (end > most_bytes) notes_.refuse(place, "this structure has more than 256 MiB");
    }
    structure.size = rounded(std::max<std::size_t>(end, 1), structure.alignment);
    structure.complete = true;
}

void Parser::enumeration()
{
    if (here().kind == Kind::name) ++at_;
    if (!take("{")) return;
    std::int64_t value = 0;
    while (!take("}")) {
        const Token name = here();
        if (name.kind != Kind::name) notes_.refuse(name.place, "expected a name of the enumeration");
        ++at_;
        if (take("=")) {
            const Ex given = fold(conditional());
            const auto known = constant_of(*given);
            if (!known) notes_.refuse(name.place, "the value of " + name.text + " must be a constant");
            value = *known;
        }
        scopes_.back()[name.text] = {.value = value};
        value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + 1);
        if (!take(",") && !next_is("}")) expect("}", "behind the enumeration's last name");
    }
}

} // namespace lockstep::pocket
