// What work-items ask of themselves and of their group.
#include "machine/functions.hpp"
#include "machine/run.hpp"

#include <bit>
#include <cstring>

namespace lockstep::pocket
{

// Whether all lanes have the same bits.
bool Run::is_uniform(SubGroup& part, const Register& in) const
{
    const std::byte* const first = at(part, in);
    const std::size_t size = size_of(in.scalar);
    return std::memcmp(first, first + size, size * (width_ - 1)) == 0;
}

// get_global_id and get_local_id, where all lanes ask for the same dimension, as they nearly always do.
bool Run::ids_of_one(SubGroup& part, const Instruction& in, bool global)
{
    if (in.a.lanes != 1 || size_of(in.to.scalar) != 8) return false;
    const std::int64_t asked = whole(part, in.a, 0);
    if (!is_uniform(part, in.a) || asked < 0 || asked > 2) return false;
    const auto d = static_cast<std::size_t>(asked);
    std::array<std::size_t, 3> local = local_id(part, 0);
    const auto& size = part.group->size;
    const std::size_t begin = global ? sizes_.offset[d] + part.group->id[d] * sizes_.group[d] : 0;
    auto* const to = lanes<std::uint64_t>(part, in.to);
    for (unsigned lane = 0; lane < width_; ++lane) {
        to[lane] = begin + local[d];
        if (++local[0] < size[0]) continue;
        local[0] = 0;
        if (++local[1] < size[1]) continue;
        local[1] = 0;
        ++local[2];
    }
    define(part, in.to, known(part, in.a));
    return true;
}

void Run::of_group(SubGroup& part, const Instruction& in)
{
    static const std::uint16_t global_id_number = function_number("get_global_id"),
                               local_id_number = function_number("get_local_id");
    const bool is_global = in.function == global_id_number;
    if ((is_global || in.function == local_id_number) && ids_of_one(part, in, is_global)) return;
    const std::string name = function_name(in.function);
    const Group& group = *part.group;
    const auto dimension = [&](unsigned lane) -> std::size_t {
        return in.a.lanes == 0 ? 0 : static_cast<std::size_t>(whole(part, in.a, lane));
    };
    const auto all = [&](auto value) {
        for (unsigned lane = 0; lane < width_; ++lane)
            set_whole(part, in.to, lane, 0, static_cast<std::int64_t>(value(lane)));
        define(part, in.to, in.a.lanes == 0 ? ~Mask{0} : known(part, in.a));
    };
    const auto of = [&](const std::array<std::size_t, 3>& values, std::size_t beyond) {
        if (in.a.lanes == 1 && is_uniform(part, in.a)) {
            const std::size_t d = dimension(0), value = d < 3 ? values[d] : beyond;
            all([&](unsigned) { return value; });
            return;
        }
        all([&](unsigned lane) {
            const std::size_t d = dimension(lane);
            return d < 3 ? values[d] : beyond;
        });
    };
    if (name == "get_global_id" || name == "get_local_id") {
        const bool global = name == "get_global_id";
        all([&](unsigned lane) -> std::size_t {
            const std::size_t d = dimension(lane);
            return d > 2 ? 0 : global ? global_id(part, lane)[d] : local_id(part, lane)[d];
        });
    } else if (name == "get_global_size")
        of(sizes_.global, 1);
    else if (name == "get_local_size")
        of(group.size, 1);
    else if (name == "get_enqueued_local_size")
        of(sizes_.group, 1);
    else if (name == "get_num_groups")
        of(groups_, 1);
    else if (name == "get_group_id")
        of(group.id, 0);
    else if (name == "get_global_offset")
        of(sizes_.offset, 0);
    else if (name == "get_work_dim")
        all([&](unsigned) { return sizes_.dimensions; });
    else if (name == "get_local_linear_id")
        all([&](unsigned lane) { return std::size_t{part.number} * width_ + lane; });
    else if (name == "get_global_linear_id")
        all([&](unsigned lane) {
            const auto id = global_id(part, lane);
            return ((id[2] - sizes_.offset[2]) * sizes_.global[1] + id[1] - sizes_.offset[1]) *
                       sizes_.global[0] +
                   id[0] - sizes_.offset[0];
        });
    else if (name == "get_sub_group_size")
        all([&](unsigned) { return std::popcount(part.exists); });
    else if (name == "get_max_sub_group_size")
        all([&](unsigned) { return width_; });
    else if (name == "get_num_sub_groups" || name == "get_enqueued_num_sub_groups")
        all([&](unsigned) { return group.parts.size(); });
    else if (name == "get_sub_group_id")
        all([&](unsigned) { return part.number; });
    else if (name == "get_sub_group_local_id")
        all([&](unsigned lane) { return lane; });
    else
        reduce(part, in, name);
}

} // namespace lockstep::pocket
