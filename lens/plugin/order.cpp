// The order in which a GPU would run a function's blocks, so that its work-items meet again early.
#include "order.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace lockstep::lens
{

namespace
{

constexpr std::size_t done = std::numeric_limits<std::size_t>::max();

class WeakOrder
{
public:
    explicit WeakOrder(const std::vector<std::vector<std::size_t>>& graph)
        : successors(graph), numbers(graph.size(), 0)
    {
        visit(0, reversed);
    }

    std::vector<std::size_t> reversed; ///< the nodes, last first

private:
    /// Puts the loop headed by `node` behind it.
    void put_component(std::size_t node, std::vector<std::size_t>& order)
    {
        std::vector<std::size_t> inside;
        for (const std::size_t next : successors[node])
            if (numbers[next] == 0) visit(next, inside);
        order.insert(order.end(), inside.begin(), inside.end());
        order.push_back(node);
    }

    std::size_t visit(std::size_t node, std::vector<std::size_t>& order)
    {
        stack.push_back(node);
        std::size_t head = numbers[node] = ++count;
        bool loop = false;
        for (const std::size_t next : successors[node]) {
            const std::size_t lowest = numbers[next] == 0 ? visit(next, order) : numbers[next];
            if (lowest <= head) {
                head = lowest;
                loop = true;
            }
        }
        if (head != numbers[node]) return head;
        numbers[node] = done;
        std::size_t top = stack.back();
        stack.pop_back();
        if (!loop) {
            order.push_back(node);
            return head;
        }
        while (top != node) {
            numbers[top] = 0;
            top = stack.back();
            stack.pop_back();
        }
        put_component(node, order);
        return head;
    }

    const std::vector<std::vector<std::size_t>>& successors;
    std::vector<std::size_t> numbers; // of the depth-first search; 0: not seen
    std::vector<std::size_t> stack;
    std::size_t count = 0;
};

} // namespace

std::vector<unsigned> reconvergence_order(const std::vector<std::vector<std::size_t>>& successors)
{
    std::vector<unsigned> positions(successors.size(), std::numeric_limits<unsigned>::max());
    if (successors.empty()) return positions;
    const WeakOrder order{successors};
    unsigned next = 0;
    for (auto node = order.reversed.rbegin(); node != order.reversed.rend(); ++node)
        positions[*node] = next++;
    for (unsigned& position : positions)
        if (position == std::numeric_limits<unsigned>::max()) position = next++;
    return positions;
}

namespace
{

/// The blocks from which `end` is reached without passing `head`, those two included.
std::vector<bool> natural_loop(const std::vector<std::vector<std::size_t>>& successors, std::size_t head,
                               std::size_t end)
{
    std::vector<bool> inside(successors.size(), false);
    inside[head] = true;
    std::vector<std::size_t> reached{end};
    while (!reached.empty()) {
        const std::size_t block = reached.back();
        reached.pop_back();
        if (inside[block]) continue;
        inside[block] = true;
        for (std::size_t before = 0; before < successors.size(); ++before)
            if (std::ranges::count(successors[before], block) > 0) reached.push_back(before);
    }
    return inside;
}

} // namespace

std::vector<Loop> loops_of(const std::vector<std::vector<std::size_t>>& successors)
{
    const std::vector<unsigned> order = reconvergence_order(successors);
    std::map<std::size_t, std::vector<bool>> loops; // by their heads
    for (std::size_t from = 0; from < successors.size(); ++from)
        for (const std::size_t to : successors[from]) {
            if (order[to] > order[from]) continue;
            const std::vector<bool> body = natural_loop(successors, to, from);
            std::vector<bool>& loop = loops.try_emplace(to, successors.size(), false).first->second;
            for (std::size_t block = 0; block < body.size(); ++block)
                loop[block] = loop[block] || body[block];
        }
    std::vector<Loop> result;
    for (auto& [head, blocks] : loops) result.push_back({head, std::move(blocks)});
    return result;
}

std::vector<bool> loop_exits(const std::vector<std::vector<std::size_t>>& successors)
{
    const std::vector<Loop> loops = loops_of(successors);
    std::vector<bool> exits(successors.size(), false);
    for (std::size_t block = 0; block < successors.size(); ++block) {
        const std::vector<bool>* innermost = nullptr;
        for (const auto& [head, loop] : loops)
            if (loop[block] &&
                (!innermost || std::ranges::count(loop, true) < std::ranges::count(*innermost, true)))
                innermost = &loop;
        if (!innermost || successors[block].size() < 2) continue;
        exits[block] =
            std::ranges::any_of(successors[block], [&](std::size_t next) { return !(*innermost)[next]; });
    }
    return exits;
}

bool skips_ahead(const std::vector<std::vector<std::size_t>>& successors, std::size_t block)
{
    const auto leads_to = [&](std::size_t from, std::size_t to) {
        std::vector<bool> seen(successors.size(), false);
        seen[block] = true;
        std::vector<std::size_t> reached{from};
        while (!reached.empty()) {
            const std::size_t one = reached.back();
            reached.pop_back();
            if (one == to) return true;
            if (seen[one]) continue;
            seen[one] = true;
            reached.insert(reached.end(), successors[one].begin(), successors[one].end());
        }
        return false;
    };
    const std::vector<std::size_t>& ways = successors[block];
    return ways.size() == 2 && ways[0] != ways[1] &&
           (leads_to(ways[0], ways[1]) || leads_to(ways[1], ways[0]));
}

} // namespace lockstep::lens
