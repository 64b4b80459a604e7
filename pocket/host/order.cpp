// Which commands are ordered, and what to write where two that touch the same are not.
#include "host/objects.hpp"

#include <algorithm>
#include <iterator>

namespace lockstep::pocket
{

namespace
{

constexpr std::size_t most_done = 256, most_ranges = std::size_t{1} << 16U; // more are not compared

using Numbers = std::vector<std::uint64_t>;

void unite(Numbers& all, const Numbers& more)
{
    Numbers both;
    std::set_union(all.begin(), all.end(), more.begin(), more.end(), std::back_inserter(both));
    all = std::move(both);
}

void unite(Numbers& all, const CommandOrder& order)
{
    unite(all, order.before);
    if (order.number != 0) unite(all, Numbers{order.number});
}

// Whether two may not run at once, and at which byte. Atomics do not disturb each other.
bool disturb(const Touch& a, const Touch& b, std::size_t& where)
{
    return a.object == b.object && (a.writes.meets(b.writes, where) || a.writes.meets(b.changes, where) ||
                                    a.writes.meets(b.reads, where) || a.changes.meets(b.writes, where) ||
                                    a.changes.meets(b.reads, where) || a.reads.meets(b.writes, where) ||
                                    a.reads.meets(b.changes, where));
}

std::string does(const Touch& touch, std::size_t where)
{
    Ranges one;
    one.add(where, where + 1);
    std::size_t at = 0;
    return touch.reads.meets(one, at) && !touch.writes.meets(one, at) && !touch.changes.meets(one, at)
               ? "reads"
               : "writes";
}

std::string name_of(const Touch& a, const Touch& b)
{
    return !a.name.empty() ? a.name : !b.name.empty() ? b.name : "one memory object";
}

struct Meeting
{
    const Touch *first, *second;
    std::size_t where;
};

// The first place at which two commands disturb each other.
bool meet(const Touches& a, const Touches& b, Meeting& meeting)
{
    for (const Touch& first : a.all)
        for (const Touch& second : b.all) {
            std::size_t where = 0;
            if (!disturb(first, second, where)) continue;
            meeting = {&first, &second, where};
            return true;
        }
    return false;
}

std::string unordered(const std::string& first, const std::string& second, const Meeting& at, bool one_queue)
{
    const std::string both = first == second ? "two of " + first : first + " and " + second;
    const std::string later = first == second ? "the second" : second,
                      earlier = first == second ? "the first" : first;
    return both + " may run at once, and both touch " + name_of(*at.first, *at.second) + ", from its byte " +
           std::to_string(at.where - at.first->origin) + " on: " + earlier + " " + does(*at.first, at.where) +
           ", " + later + " " + does(*at.second, at.where) +
           ", and nothing says which comes first; put an event of " + earlier + " into the wait list of " +
           later +
           (one_queue ? ", or a barrier (clEnqueueBarrierWithWaitList) or clFinish between them"
                      : ", or clFinish of the first's queue between them");
}

std::string while_mapped(const std::string& command, const Touch& mapped, const Touch& touch,
                         std::size_t where)
{
    return command + " " + does(touch, where) + " " + name_of(touch, mapped) + ", from its byte " +
           std::to_string(where - touch.origin) +
           " on, while it is mapped for the host; unmap it before (clEnqueueUnmapMemObject), and let " +
           command + " wait for that";
}

} // namespace

void Ranges::add(std::size_t begin, std::size_t end)
{
    if (!all_.empty() && all_.back().second == begin)
        all_.back().second = end;
    else if (begin < end && all_.size() < most_ranges)
        all_.emplace_back(begin, end);
}

bool Ranges::meets(const Ranges& other, std::size_t& where) const
{
    for (auto a = all_.begin(), b = other.all_.begin(); a != all_.end() && b != other.all_.end();) {
        where = std::max(a->first, b->first);
        if (where < std::min(a->second, b->second)) return true;
        ++(a->second < b->second ? a : b);
    }
    return false;
}

Touch& Touches::add(cl_mem memory, const std::string& name)
{
    Touch touch{.name = name};
    for (; memory->parent; memory = memory->parent.get()) touch.origin += memory->origin;
    touch.object = memory->number;
    return all.emplace_back(std::move(touch));
}

void Touches::reads(cl_mem memory, std::size_t offset, std::size_t size)
{
    Touch& touch = add(memory);
    touch.reads.add(touch.origin + offset, touch.origin + offset + size);
}

void Touches::writes(cl_mem memory, std::size_t offset, std::size_t size)
{
    Touch& touch = add(memory);
    touch.writes.add(touch.origin + offset, touch.origin + offset + size);
}

// Numbers of commands that are compared no more are let go.
void Orders::keep_recent(Numbers& numbers) const
{
    const std::uint64_t first = done_.empty() ? next_ : done_.front().number;
    numbers.erase(numbers.begin(), std::lower_bound(numbers.begin(), numbers.end(), first));
}

std::shared_ptr<CommandOrder> Orders::enqueue(QueueOrder& queue, bool in_order, bool is_barrier,
                                              bool waits_for_all) const
{
    auto order = std::make_shared<CommandOrder>();
    order->before = known_;
    if (queue.last) order->waits.push_back(queue.last);
    if (waits_for_all) order->waits.insert(order->waits.end(), queue.open.begin(), queue.open.end());
    if (is_barrier && waits_for_all) queue.open.clear();
    if (in_order || is_barrier)
        queue.last = order;
    else
        queue.open.push_back(order);
    if (queue.open.size() > 4 * most_done && !done_.empty())
        std::erase_if(queue.open, [&](const auto& one) {
            return one->number != 0 && one->number < done_.front().number;
        });
    return order;
}

void Orders::begin(CommandOrder& order)
{
    for (const auto& wait : order.waits) unite(order.before, *wait);
    order.waits.clear();
    order.number = next_++;
    keep_recent(order.before);
}

std::vector<std::string> Orders::end(const CommandOrder& order, cl_command_queue queue, Touches touches)
{
    std::vector<std::string> sentences;
    Meeting at{};
    if (touches.unmaps != nullptr) {
        const auto mapped = std::find_if(maps_.begin(), maps_.end(),
                                         [&](const Touches& one) { return one.maps == touches.unmaps; });
        if (mapped == maps_.end()) return sentences;
        touches.all = std::move(mapped->all);
        maps_.erase(mapped);
    } else if (touches.maps == nullptr) {
        for (const Touches& mapped : maps_)
            if (meet(mapped, touches, at))
                sentences.push_back(while_mapped(touches.command, *at.first, *at.second, at.where));
    }
    if (touches.all.empty()) return sentences;
    for (const Done& one : done_)
        if (!std::binary_search(order.before.begin(), order.before.end(), one.number) &&
            meet(one.touches, touches, at))
            sentences.push_back(unordered(one.touches.command, touches.command, at, one.queue == queue));
    if (touches.maps != nullptr) maps_.push_back(touches);
    done_.push_back({order.number, queue, std::move(touches)});
    if (done_.size() > most_done) done_.pop_front();
    return sentences;
}

void Orders::waited_for(const CommandOrder& order, bool pending)
{
    unite(known_, order);
    // What is still to be executed was enqueued by a host that did not know.
    if (!pending)
        std::erase_if(done_, [&](const Done& one) {
            return std::binary_search(known_.begin(), known_.end(), one.number);
        });
    keep_recent(known_);
}

} // namespace lockstep::pocket
