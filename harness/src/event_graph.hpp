// What comes certainly before what: a graph that grows at its end.
#pragma once

#include <cstddef>
#include <vector>

namespace lockstep
{

class EventGraph
{
public:
    /// A node behind those in `before`; its number is the count of nodes that there were.
    std::size_t add(std::vector<std::size_t> before)
    {
        before_.push_back(std::move(before));
        return before_.size() - 1;
    }
    /// A further edge, also to a node that is younger.
    void put_behind(std::size_t node, std::size_t before) { before_[node].push_back(before); }

    std::size_t size() const { return before_.size(); }

    /// For each node whether it comes before `node`.
    std::vector<bool> all_before(std::size_t node) const
    {
        std::vector<bool> found(before_.size());
        std::vector<std::size_t> open{node};
        while (!open.empty()) {
            const std::size_t next = open.back();
            open.pop_back();
            for (const std::size_t before : before_[next])
                if (!found[before]) {
                    found[before] = true;
                    open.push_back(before);
                }
        }
        return found;
    }

private:
    std::vector<std::vector<std::size_t>> before_;
};

} // namespace lockstep
