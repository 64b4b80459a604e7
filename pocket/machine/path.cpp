#include "machine/path.hpp"

#include "front/builtins.hpp"

namespace lockstep::pocket
{

namespace
{

const Expression& unconverted(const Expression& expression)
{
    const Expression* at = &expression;
    while (at->is == Expression::Is::convert) at = at->parts[0].get();
    return *at;
}

void take_apart(const Expression& expression, Path& path)
{
    using Is = Expression::Is;
    const auto& parts = expression.parts;
    switch (expression.is) {
    case Is::variable:
        path.root = &expression;
        return;
    case Is::element:
        take_apart(*parts[0], path);
        path.indices.push_back(&unconverted(*parts[1]));
        return;
    case Is::binary:
        if (!parts[0]->type->is_pointer() || expression.sign != Operator::add) return;
        take_apart(*parts[0], path);
        path.indices.push_back(&unconverted(*parts[1]));
        return;
    case Is::builtin: {
        const Family family = expression.builtin->family;
        const bool loads = family == Family::vload || family == Family::vload_half;
        const bool stores = family == Family::vstore || family == Family::vstore_half;
        if (!loads && !stores) {
            if (!parts.empty()) take_apart(*parts[0], path);
            return;
        }
        take_apart(*parts[stores ? 2 : 1], path);
        path.indices.push_back(&unconverted(*parts[stores ? 1 : 0]));
        const unsigned lanes = stores ? parts[0]->type->lanes : expression.type->lanes;
        if (lanes > 1)
            path.steps =
                expression.builtin->name + " counts in steps of " + std::to_string(lanes) + " elements";
        return;
    }
    case Is::field:
    case Is::swizzle:
    case Is::address:
    case Is::decay:
    case Is::convert:
        return take_apart(*parts[0], path);
    default:
        return;
    }
}

} // namespace

Path path_of(const Expression& expression)
{
    Path path;
    take_apart(expression, path);
    return path;
}

} // namespace lockstep::pocket
