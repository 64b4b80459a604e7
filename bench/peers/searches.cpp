// The host's searches.
#include "searches.hpp"

#include "native.hpp"

#include <atomic>
#include <barrier>
#include <bit>
#include <thread>

namespace lockstep::bench::host_searches
{
namespace
{

using Words = std::vector<std::uint32_t>;
using Span = std::span<const std::uint32_t>;

constexpr std::uint32_t none = ~0U;

void by_queue(Span row_begins, Span columns, std::uint32_t source, Words& levels, Words& parents)
{
    const std::size_t n = row_begins.size() - 1;
    levels.assign(n, none);
    parents.assign(n, none);
    levels[source] = 0;
    parents[source] = source;
    Words queue;
    queue.reserve(n);
    queue.push_back(source);
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const std::uint32_t v = queue[next];
        for (const std::uint32_t u : columns.subspan(row_begins[v], row_begins[v + 1] - row_begins[v]))
            if (levels[u] == none) {
                levels[u] = levels[v] + 1;
                parents[u] = v;
                queue.push_back(u);
            }
    }
}

/// Beamer, Asanović and Patterson, "Direction-Optimizing Breadth-First Search" (2012), with their ALPHA and BETA.
class FromBothEnds
{
public:
    FromBothEnds(Span row_begins, Span columns, std::uint32_t source, Words& levels, Words& parents)
        : row_begins_(row_begins), columns_(columns), n_(row_begins.size() - 1), levels_(levels),
          parents_(parents), queue_(n_), seen_{std::vector<std::atomic<std::uint32_t>>((n_ + 31) / 32),
                                               std::vector<std::atomic<std::uint32_t>>((n_ + 31) / 32)}
    {
        levels_.assign(n_, none);
        parents_.assign(n_, none);
        levels_[source] = 0;
        parents_[source] = source;
        queue_[0] = source;
        if (n_ % 32 != 0) seen_[0].back() = none << n_ % 32;
        seen_[0][source / 32] |= 1U << source % 32;
        unseen_ = columns.size() - degree(source);
    }

    void run()
    {
        const auto threads = static_cast<std::ptrdiff_t>(native::threads());
        std::barrier together(threads, [&]() noexcept { next_step(); });
        const auto work = [&] {
            while (mode_ != Mode::done) {
                step();
                together.arrive_and_wait();
            }
        };
        std::vector<std::jthread> others;
        for (std::ptrdiff_t t = 1; t < threads; ++t) others.emplace_back(work);
        work();
    }

private:
    enum class Mode
    {
        down,
        up,
        gather,
        done
    };
    static constexpr std::size_t strip = 1024; // vertices
    static constexpr std::size_t alpha = 14, beta = 24;

    std::size_t degree(std::uint32_t v) const { return row_begins_[v + 1] - row_begins_[v]; }
    Span row(std::uint32_t v) const { return columns_.subspan(row_begins_[v], degree(v)); }

    struct Finds
    {
        Words vertices;
        std::size_t found = 0, edges = 0;
    };

    void push(Finds& finds, std::uint32_t v)
    {
        finds.vertices.push_back(v);
        ++finds.found;
        finds.edges += degree(v);
        if (finds.vertices.size() == strip) flush(finds);
    }

    void flush(Finds& finds)
    {
        const std::size_t to = tail_.fetch_add(finds.vertices.size(), std::memory_order_relaxed);
        std::copy(finds.vertices.begin(), finds.vertices.end(),
                  queue_.begin() + static_cast<std::ptrdiff_t>(to));
        finds.vertices.clear();
    }

    void step()
    {
        Finds finds;
        finds.vertices.reserve(strip);
        const std::size_t begin = mode_ == Mode::down ? begin_ : 0, end = mode_ == Mode::down ? end_ : n_;
        for (std::size_t first; (first = begin + drawn_.fetch_add(strip)) < end;) {
            const std::size_t last = std::min(end, first + strip);
            if (mode_ == Mode::down)
                for (std::size_t i = first; i < last; ++i) down(queue_[i], finds);
            else
                for (std::size_t w = first / 32; w < (last + 31) / 32; ++w) look_at(w, finds);
        }
        flush(finds);
        found_ += finds.found;
        edges_ += finds.edges;
    }

    void down(std::uint32_t v, Finds& finds)
    {
        for (const std::uint32_t u : row(v)) {
            std::atomic<std::uint32_t>& word = seen_[from_][u / 32];
            const std::uint32_t bit = 1U << u % 32;
            if ((word.load(std::memory_order_relaxed) & bit) != 0) continue;
            if ((word.fetch_or(bit, std::memory_order_relaxed) & bit) != 0) continue;
            levels_[u] = level_ + 1;
            parents_[u] = v;
            push(finds, u);
        }
    }

    void look_at(std::size_t w, Finds& finds)
    {
        const std::uint32_t before = seen_[from_][w].load(std::memory_order_relaxed);
        const std::uint32_t other = seen_[1 - from_][w].load(std::memory_order_relaxed);
        std::uint32_t now = before;
        for (std::uint32_t left = mode_ == Mode::up ? ~before : before & ~other; left != 0;
             left &= left - 1) {
            const auto v =
                static_cast<std::uint32_t>(32 * w) + static_cast<std::uint32_t>(std::countr_zero(left));
            if (mode_ == Mode::gather)
                push(finds, v);
            else if (has_parent(v))
                now |= left & -left;
        }
        if (mode_ != Mode::up) return;
        seen_[1 - from_][w].store(now, std::memory_order_relaxed);
        finds.found += static_cast<std::size_t>(std::popcount(now ^ before));
    }

    bool has_parent(std::uint32_t v)
    {
        for (const std::uint32_t u : row(v))
            if ((seen_[from_][u / 32].load(std::memory_order_relaxed) >> u % 32 & 1U) != 0) {
                levels_[v] = level_ + 1;
                parents_[v] = u;
                return true;
            }
        return false;
    }

    /// By one thread, while the others wait.
    void next_step() noexcept
    {
        const Mode before = mode_;
        if (before == Mode::down) unseen_ -= edges_;
        if (before == Mode::gather)
            mode_ = Mode::down;
        else if (found_ == 0)
            mode_ = Mode::done;
        else if (before == Mode::down && edges_ > unseen_ / alpha)
            mode_ = Mode::up;
        else if (before == Mode::up && found_ < n_ / beta)
            mode_ = Mode::gather;
        if (before == Mode::up) from_ = 1 - from_;
        if (before != Mode::gather) ++level_;
        begin_ = end_;
        end_ = tail_;
        found_ = edges_ = drawn_ = 0;
    }

    Span row_begins_, columns_;
    std::size_t n_;
    Words &levels_, &parents_;
    Words queue_;
    std::vector<std::atomic<std::uint32_t>> seen_[2]; // NOLINT: two, of which each step reads one
    Mode mode_ = Mode::down;
    std::size_t from_ = 0, begin_ = 0, end_ = 1, unseen_ = 0;
    std::uint32_t level_ = 0;
    std::atomic<std::size_t> tail_ = 1, drawn_ = 0, found_ = 0, edges_ = 0;
};

} // namespace

std::vector<HostSearch> all()
{
    return {{"host queue", 1, by_queue},
            {"host, both ends", native::threads(),
             [](Span row_begins, Span columns, std::uint32_t source, Words& levels, Words& parents) {
                 FromBothEnds(row_begins, columns, source, levels, parents).run();
             }}};
}

} // namespace lockstep::bench::host_searches
