// Findings in words.
#include "machine/telling.hpp"

#include "front/builtins.hpp"

#include <algorithm>
#include <map>

namespace lockstep::pocket
{

namespace
{

constexpr std::size_t longest_shown = 100; // of the text, that is shown

struct Spelling
{
    const char* text;
    int level; // what binds tighter is higher
};

Spelling spelling_of(Operator sign)
{
    switch (sign) {
    case Operator::multiply:
        return {"*", 10};
    case Operator::divide:
        return {"/", 10};
    case Operator::remainder:
        return {"%", 10};
    case Operator::add:
        return {"+", 9};
    case Operator::subtract:
        return {"-", 9};
    case Operator::shift_left:
        return {"<<", 8};
    case Operator::shift_right:
        return {">>", 8};
    case Operator::less:
        return {"<", 7};
    case Operator::greater:
        return {">", 7};
    case Operator::at_most:
        return {"<=", 7};
    case Operator::at_least:
        return {">=", 7};
    case Operator::equal:
        return {"==", 6};
    case Operator::unequal:
        return {"!=", 6};
    case Operator::bit_and:
        return {"&", 5};
    case Operator::bit_xor:
        return {"^", 4};
    case Operator::bit_or:
        return {"|", 3};
    case Operator::both:
        return {"&&", 2};
    case Operator::either:
        return {"||", 1};
    case Operator::negate:
        return {"-", 11};
    case Operator::complement:
        return {"~", 11};
    case Operator::opposite:
        return {"!", 11};
    }
    return {"?", 0};
}

using StandsFor = std::function<std::optional<std::string>(const Expression&)>;

std::string written(const Expression& expression, const StandsFor& stands_for, int level);

std::string listed(const std::vector<Ex>& parts, const StandsFor& stands_for)
{
    std::string text;
    for (const Ex& part : parts) text += (text.empty() ? "" : ", ") + written(*part, stands_for, 0);
    return text;
}

std::string components(const Expression& expression)
{
    std::string text;
    for (const std::uint8_t which : expression.order)
        text += expression.parts[0]->type->lanes > 4 ? "0123456789abcdef"[which & 15U] : "xyzw"[which & 3U];
    return expression.parts[0]->type->lanes > 4 ? "s" + text : text;
}

std::string number_of(const Expression& expression)
{
    if (expression.type->is_floating()) return std::to_string(expression.number.real);
    return is_signed(expression.type->scalar)
               ? std::to_string(expression.number.whole)
               : std::to_string(static_cast<std::uint64_t>(expression.number.whole));
}

// What is no operator of its own level.
std::string atom(const Expression& expression, const StandsFor& stands_for)
{
    using Is = Expression::Is;
    const auto part = [&](std::size_t which, int level = 12) {
        return written(*expression.parts[which], stands_for, level);
    };
    switch (expression.is) {
    case Is::constant:
        return number_of(expression);
    case Is::variable:
        return expression.variable->name;
    case Is::call:
        return expression.function->name + "(" + listed(expression.parts, stands_for) + ")";
    case Is::builtin:
        return expression.builtin->name +
               (expression.builtin->name.ends_with("_") ? expression.type->name() : "") + "(" +
               listed(expression.parts, stands_for) + ")";
    case Is::field:
        return part(0) + "." + expression.field->name;
    case Is::swizzle:
        return part(0) + "." + components(expression);
    case Is::element:
        return part(0) + "[" + part(1, 0) + "]";
    case Is::address:
        return "&" + part(0);
    case Is::step: {
        const std::string sign = expression.sign == Operator::add ? "++" : "--";
        return expression.before ? sign + part(0) : part(0) + sign;
    }
    default:
        return "…";
    }
}

std::string written(const Expression& expression, const StandsFor& stands_for, int level)
{
    using Is = Expression::Is;
    if (expression.is == Is::convert || expression.is == Is::decay)
        return written(*expression.parts[0], stands_for, level);
    const bool is_operator = expression.is == Is::unary || expression.is == Is::binary;
    if (!is_operator) {
        if (const auto other = stands_for(expression)) return *other;
        if (expression.is != Is::choose) return atom(expression, stands_for);
        const std::string text = written(*expression.parts[0], stands_for, 1) + " ? " +
                                 written(*expression.parts[1], stands_for, 0) + " : " +
                                 written(*expression.parts[2], stands_for, 0);
        return level > 0 ? "(" + text + ")" : text;
    }
    const Spelling sign = spelling_of(expression.sign);
    const std::string text = expression.is == Is::unary
                                 ? sign.text + written(*expression.parts[0], stands_for, sign.level)
                                 : written(*expression.parts[0], stands_for, sign.level) + " " + sign.text +
                                       " " + written(*expression.parts[1], stands_for, sign.level + 1);
    return sign.level < level ? "(" + text + ")" : text;
}

std::string name_in(const Type* type, std::size_t offset)
{
    if (type == nullptr || type->size() == 0) return "";
    if (type->is_array() && type->to->size() > 0)
        return "[" + std::to_string(offset / type->to->size()) + "]" +
               name_in(type->to, offset % type->to->size());
    if (!type->is_structure() || type->structure->is_union) return "";
    for (auto field = type->structure->fields.rbegin(); field != type->structure->fields.rend(); ++field)
        if (field->offset <= offset) return "." + field->name + name_in(field->type, offset - field->offset);
    return "";
}

std::string one_line(const Place& place, const Texts& texts)
{
    std::string text = texts.line(place);
    text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
    return text.size() > longest_shown ? text.substr(0, longest_shown) + "…" : text;
}

} // namespace

std::string text_of(const Expression& expression, const StandsFor& stands_for)
{
    return written(expression, stands_for, 0);
}

std::string text_of(const Expression& expression)
{
    return written(
        expression, [](const Expression&) { return std::nullopt; }, 0);
}

std::string plural(std::size_t count, const std::string& word)
{
    return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

std::string work_item(const std::size_t* id, unsigned dimensions)
{
    std::string text = "work-item (" + std::to_string(id[0]);
    for (unsigned d = 1; d < dimensions; ++d) text += ", " + std::to_string(id[d]);
    return text + ")";
}

namespace
{

const Type* element_of(const ObjectPlan& plan)
{
    return plan.type != nullptr && plan.type->is_array() ? plan.type->to : plan.type;
}

std::size_t element_size(const ObjectPlan& plan)
{
    const Type* const type = element_of(plan);
    return std::max<std::size_t>(type != nullptr ? type->size() : plan.alignment, 1);
}

// One value that its name alone names.
bool is_one(const ObjectPlan& plan)
{
    return plan.argument < 0 && plan.type != nullptr && !plan.type->is_array();
}

} // namespace

long long index_at(const ObjectPlan& plan, std::int64_t offset)
{
    const auto size = static_cast<std::int64_t>(element_size(plan));
    return offset < 0 ? -((size - 1 - offset) / size) : offset / size;
}

std::string element_at(const ObjectPlan& plan, std::int64_t offset)
{
    const long long index = index_at(plan, offset);
    return is_one(plan) && index == 0 ? plan.name : plan.name + "[" + std::to_string(index) + "]";
}

std::string name_at(const ObjectPlan& plan, std::int64_t offset)
{
    const std::int64_t begin = index_at(plan, offset) * static_cast<std::int64_t>(element_size(plan));
    return element_at(plan, offset) + name_in(element_of(plan), static_cast<std::size_t>(offset - begin));
}

std::string extent_of(const ObjectPlan& plan, std::size_t bytes)
{
    const std::size_t count = bytes / element_size(plan);
    const Type* const element = element_of(plan);
    if (element != nullptr && element->is_array() && count > 0)
        return "ends with " + name_at(plan, static_cast<std::int64_t>(bytes - 1));
    return "has " + plural(count, "element") + (count > 1 ? ", 0 to " + std::to_string(count - 1) : "");
}

std::string told(const Finding& finding, const Texts& texts)
{
    std::string text = "line " + std::to_string(finding.place.line) + ": " + finding.sentence;
    if (finding.count > 1) text += " (" + plural(finding.count - 1, "time") + " more)";
    text += "\n";
    std::map<std::pair<unsigned, unsigned>, std::string> lines; // by file and number
    std::vector<Place> places = finding.lines;
    places.push_back(finding.place);
    std::size_t width = 0;
    for (const Place& place : places) {
        const std::string line = one_line(place, texts);
        if (line.empty()) continue;
        lines[{place.file, place.line}] = line;
        width = std::max(width, std::to_string(place.line).size());
    }
    for (const auto& [place, line] : lines) {
        const std::string number = std::to_string(place.second);
        text += "    " + std::string(width - number.size(), ' ') + number +
                (place.first != 0 ? " of " + texts.name(place.first) : "") + " | " + line + "\n";
    }
    for (const std::string& sentence : finding.why) text += "    " + sentence + "\n";
    return text;
}

} // namespace lockstep::pocket
