// The values of a sub-group's variables, as a history keeps them.
#include "counts/shown_values.hpp"

#include "machine/functions.hpp"
#include "machine/telling.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lockstep::pocket
{

namespace
{

constexpr std::size_t most_pieces = 64;                        // of an array or a structure that are shown
constexpr std::int64_t largest_exact = std::int64_t{1} << 53U; // in JavaScript
constexpr const char* nobody = "null";

template <typename T>
T read_as(const std::byte* at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

// With as few digits as tell it from its neighbours.
std::string shortest(double value, Scalar scalar)
{
    if (std::isnan(value)) return "\"nan\"";
    if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
    char text[40];
    const int most = scalar == Scalar::f64 ? 17 : scalar == Scalar::f32 ? 9 : 5;
    for (int digits = scalar == Scalar::f16 ? 3 : 6; digits <= most; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        const double back = scalar == Scalar::f64 ? std::strtod(text, nullptr)
                                                  : static_cast<double>(std::strtof(text, nullptr));
        if (back == value) break;
    }
    return text;
}

std::int64_t whole_at(const std::byte* at, Scalar scalar)
{
    switch (scalar) {
    case Scalar::i8:
        return read_as<std::int8_t>(at);
    case Scalar::boolean:
    case Scalar::u8:
        return read_as<std::uint8_t>(at);
    case Scalar::i16:
        return read_as<std::int16_t>(at);
    case Scalar::u16:
        return read_as<std::uint16_t>(at);
    case Scalar::i32:
        return read_as<std::int32_t>(at);
    case Scalar::u32:
        return read_as<std::uint32_t>(at);
    default:
        return read_as<std::int64_t>(at);
    }
}

// One value where all lanes have the same, else a list.
std::string together(const std::vector<std::string>& lanes)
{
    const bool same =
        std::all_of(lanes.begin(), lanes.end(), [&](const std::string& one) { return one == lanes.front(); });
    if (same) return lanes.empty() ? nobody : lanes.front();
    std::string text = "[";
    for (const std::string& one : lanes) text += (text.size() > 1 ? "," : "") + one;
    return text + "]";
}

std::string component_name(unsigned component, unsigned of)
{
    if (of <= 4) return std::string{"xyzw"[component]};
    return std::string{"s"} + "0123456789abcdef"[component];
}

} // namespace

ShownValues::ShownValues(const Code& code, unsigned width, std::vector<StepVariable>& variables)
    : code_(code), width_(width)
{
    std::map<const Variable*, std::size_t> numbers; // a function that is called twice has its variables once
    for (const NamedVariable& named : code.variables) {
        const auto [known, is_new] = numbers.try_emplace(named.variable, variables.size());
        if (is_new)
            variables.push_back({named.variable->name, named.variable->type->name(), named.function->name,
                                 named.variable->place.line});
        Shown& shown = shown_.emplace_back();
        shown.number = known->second;
        if (named.object >= 0) take_apart(*named.variable->type, 0, "", shown.pieces);
        shown.values.resize(std::max<std::size_t>(shown.pieces.size(), 1));
    }
}

// The numbers that something in memory consists of.
void ShownValues::take_apart(const Type& type, std::size_t offset, const std::string& name,
                             std::vector<Piece>& into) const
{
    if (into.size() >= most_pieces) return;
    if (type.is_array()) {
        for (std::size_t i = 0; i < type.count && into.size() < most_pieces; ++i)
            take_apart(*type.to, offset + i * type.to->size(), name + "[" + std::to_string(i) + "]", into);
    } else if (type.is_structure()) {
        for (const Field& field : type.structure->fields) {
            take_apart(*field.type, offset + field.offset, name + "." + field.name, into);
            if (type.structure->is_union) return;
        }
    } else if (type.is_vector()) {
        for (unsigned c = 0; c < type.lanes; ++c)
            into.push_back(
                {name + "." + component_name(c, type.lanes), &type, offset + c * size_of(type.scalar)});
    } else if (!type.is_nothing()) {
        into.push_back({name, &type, offset});
    }
}

// @param type a pointer's, or null
std::string ShownValues::number_at(const std::byte* at, Scalar scalar, const Type* type) const
{
    if (type != nullptr && !type->is_number()) {
        const auto pointer = read_as<std::uint64_t>(at);
        const std::uint64_t number = pointer >> object_shift;
        if (!type->is_pointer()) return std::to_string(pointer);
        if (pointer == 0) return "\"null\"";
        if (number == 0 || number > code_.objects.size()) return "\"nowhere\"";
        const ObjectPlan& plan = code_.objects[static_cast<std::size_t>(number - 1)];
        return json_text("&" + name_at(plan, offset_of(pointer)));
    }
    if (scalar == Scalar::f16)
        return shortest(static_cast<double>(half_to_float(read_as<std::uint16_t>(at))), scalar);
    if (scalar == Scalar::f32) return shortest(static_cast<double>(read_as<float>(at)), scalar);
    if (scalar == Scalar::f64) return shortest(read_as<double>(at), scalar);
    const std::int64_t value = whole_at(at, scalar);
    if (scalar == Scalar::u64 && (value < 0 || value > largest_exact))
        return "\"" + std::to_string(static_cast<std::uint64_t>(value)) + "\"";
    if (value > largest_exact || value < -largest_exact) return "\"" + std::to_string(value) + "\"";
    return std::to_string(value);
}

std::string ShownValues::values_of(const SubGroup& part, const Register& in, const Type* type) const
{
    const std::size_t size = size_of(in.scalar);
    std::string text = in.lanes > 1 ? "{" : "";
    std::vector<std::string> lanes;
    for (unsigned c = 0; c < in.lanes; ++c) {
        const std::byte* const from =
            part.registers.data() + std::size_t{in.at} * width_ + std::size_t{c} * width_ * size;
        lanes.clear();
        for (unsigned lane = 0; lane < width_; ++lane) {
            if ((part.exists >> lane & 1U) == 0) break; // the last ones are none
            const bool is_known = (part.defined[in.defined + c] >> lane & 1U) != 0;
            lanes.push_back(is_known ? number_at(from + lane * size, in.scalar, type) : nobody);
        }
        if (in.lanes > 1) text += (c > 0 ? ",\"" : "\"") + component_name(c, in.lanes) + "\":";
        text += together(lanes);
    }
    return text + (in.lanes > 1 ? "}" : "");
}

std::string ShownValues::piece_of(const SubGroup& part, const NamedVariable& variable,
                                  const Piece& piece) const
{
    const Object& object = part.own_objects[static_cast<std::size_t>(variable.object)];
    const Scalar scalar = piece.type->is_number() ? piece.type->scalar : Scalar::u64;
    std::vector<std::string> lanes;
    for (unsigned lane = 0; lane < width_; ++lane) {
        if ((part.exists >> lane & 1U) == 0) break;
        const std::size_t at = lane * object.size + piece.offset;
        const bool is_known = object.written == nullptr || object.written[at] != 0;
        lanes.push_back(is_known ? number_at(object.data + at, scalar, piece.type) : nobody);
    }
    return together(lanes);
}

// The pieces that have changed; empty where none has.
std::string ShownValues::in_memory(const SubGroup& part, const NamedVariable& variable, Shown& shown) const
{
    std::string text;
    for (std::size_t i = 0; i < shown.pieces.size(); ++i) {
        std::string now = piece_of(part, variable, shown.pieces[i]);
        if (shown.is_there ? now == shown.values[i] : now == nobody) {
            shown.values[i] = now;
            continue;
        }
        text += (text.empty() ? "" : ",") + json_text(shown.pieces[i].name) + ":" + now;
        shown.values[i] = std::move(now);
    }
    return text.empty() ? "" : "{\"e\":{" + text + "}}";
}

// "3", or "0, 1, 2 … 31".
std::string ShownValues::in_words(const std::string& values)
{
    constexpr std::size_t few = 4;
    if (values.starts_with("{")) return "new values";
    std::vector<std::string> lanes;
    std::string one;
    bool in_quotes = false;
    for (const char c : values) {
        if (c == '"') in_quotes = !in_quotes;
        if (c == '"' || (c == '[' && !in_quotes)) continue;
        if (!in_quotes && (c == ',' || c == ']'))
            lanes.push_back(std::exchange(one, {}));
        else
            one += c;
    }
    if (!one.empty()) lanes.push_back(one);
    for (std::string& lane : lanes)
        if (lane == nobody) lane = "?";
    std::string text;
    for (std::size_t i = 0; i < lanes.size(); ++i)
        if (lanes.size() <= few + 1 || i + 1 < few || i + 1 == lanes.size())
            text += (text.empty()                                      ? ""
                     : i + 1 == lanes.size() && lanes.size() > few + 1 ? " … "
                                                                       : ", ") +
                    lanes[i];
    return text;
}

// Whether a variable's bytes are those of the last time.
bool ShownValues::is_same(const SubGroup& part, const NamedVariable& variable, Shown& shown) const
{
    const std::byte *bytes = nullptr, *marks = nullptr;
    std::size_t size = 0, marked = 0;
    if (variable.object >= 0) {
        const Object& object = part.own_objects[static_cast<std::size_t>(variable.object)];
        bytes = object.data;
        marks = reinterpret_cast<const std::byte*>(object.written);
        size = marked = object.size * width_;
    } else {
        const Register& in = variable.in;
        bytes = part.registers.data() + std::size_t{in.at} * width_;
        marks = reinterpret_cast<const std::byte*>(part.defined.data() + in.defined);
        size = size_of(in.scalar) * in.lanes * width_;
        marked = in.lanes * sizeof(Mask);
    }
    const bool same = shown.is_there &&
                      std::equal(bytes, bytes + size, shown.bytes.begin(), shown.bytes.end()) &&
                      std::equal(marks, marks + marked, shown.marks.begin(), shown.marks.end());
    if (same) return true;
    shown.bytes.assign(bytes, bytes + size);
    shown.marks.assign(marks, marks + marked);
    return false;
}

ChangedValues ShownValues::changes(const SubGroup& part, std::uint32_t last)
{
    ChangedValues changed;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        const NamedVariable& variable = code_.variables[i];
        Shown& shown = shown_[i];
        const bool is_there = variable.from <= last && last < variable.to;
        if (!is_there) {
            if (shown.is_there) changed.gone.push_back(shown.number);
            shown.is_there = false;
            continue;
        }
        if (is_same(part, variable, shown)) continue;
        std::string now;
        if (variable.object >= 0) {
            now = in_memory(part, variable, shown);
        } else {
            now = values_of(part, variable.in, variable.variable->type);
            if (shown.is_there && now == shown.values.front()) now.clear();
            if (!now.empty()) shown.values.front() = now;
        }
        const bool is_new = !std::exchange(shown.is_there, true);
        if (now.empty()) continue;
        changed.members +=
            (changed.members.empty() ? "\"" : ",\"") + std::to_string(shown.number) + "\":" + now;
        const bool is_argument =
            is_new && variable.function == code_.kernel && variable.variable->is_parameter;
        if ((is_new && now == nobody) || is_argument || variable.object >= 0) continue;
        changed.words +=
            (changed.words.empty() ? "" : ", ") + variable.variable->name + " = " + in_words(now);
    }
    std::erase_if(changed.gone, [&](std::size_t number) { // of a function that is called again
        return (',' + changed.members).find(",\"" + std::to_string(number) + "\":") != std::string::npos;
    });
    return changed;
}

} // namespace lockstep::pocket
