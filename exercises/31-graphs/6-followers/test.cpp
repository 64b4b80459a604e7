// Tests of the news: how many messages each follower has got, whoever has many followers.
#include <lockstep/graphs.hpp>

#include <algorithm>
#include <numeric>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;

constexpr cl_uint group = 256;

/// Spreads the news of some authors. @param groups that are launched, if not all.
void spread(const Graph& followers, const Words& authors, std::size_t groups = SIZE_MAX)
{
    groups = std::min(groups, std::max<std::size_t>(round_up(authors.size(), group) / group, 1));
    const Words before = random_uints(followers.vertices(), 3161, 1000);
    Words expected = before;
    for (std::size_t i = 0; i < std::min(groups * group, authors.size()); ++i)
        for (const cl_uint follower : followers.neighbours(authors[i])) ++expected[follower];
    const cl::Kernel kernel = Exercise::get().kernel(
        "followers.cl", "spread", {"global uint*", "global uint*", "global uint*", "uint", "global uint*"});
    const auto heard = input("heard", before);
    launch(kernel, covering(groups * group, group), input("row_begins", followers.row_begins),
           input("columns", followers.columns), input("authors", authors), authors.size(), heard);
    INFO(authors.size(), " posts; groups launched: ", groups,
         "; followers of all authors: ", followers.columns.size());
    expect_same("heard", expected, heard.read());
}

/// A graph in which author a has numbers[a] followers, drawn from `all`; and all people.
Graph with_followers(const Words& numbers, std::size_t all, std::uint64_t seed)
{
    std::vector<Edge> edges;
    Random random{seed};
    for (cl_uint a = 0; a < numbers.size(); ++a)
        for (cl_uint k = 0; k < numbers[a]; ++k)
            edges.push_back({a, random.below(static_cast<cl_uint>(all))});
    return directed_graph_of(all, edges);
}

/// A post by each author, the last one first: posts that follow each other have followers who do not.
Words one_post_each(std::size_t authors)
{
    Words posts(authors);
    std::iota(posts.rbegin(), posts.rend(), 0U);
    return posts;
}

/// A post by each of `count` authors, of whom every 256th has `many` followers and the others up to four.
void spread_with_hubs(std::size_t count, cl_uint many)
{
    Words numbers = random_uints(count, 3162 + count, 5);
    for (std::size_t a = 0; a < count; a += group) numbers[a] = many;
    spread(with_followers(numbers, 4 * count, 3163), one_post_each(count));
}

} // namespace

TEST_CASE("a message for each follower of each post")
{
    spread(directed_graph_of(6, {{0, 1}, {0, 2}, {1, 3}, {4, 5}, {4, 0}, {4, 1}}), {4, 0, 1, 4});
}

TEST_CASE("one author has many followers")
{
    spread_with_hubs(300, clean_stage() ? 600 : 5000);
    if (clean_stage()) return;
    Words numbers(40, 1);
    numbers[39] = 70'001;
    spread(with_followers(numbers, 90'000, 3164), one_post_each(40));
}

TEST_CASE("authors without followers, before and between others and at the end")
{
    Words numbers(256, 0);
    numbers[1] = 3, numbers[2] = 1, numbers[128] = 300, numbers[254] = 2;
    spread(with_followers(numbers, 500, 3165), one_post_each(256));
    spread(with_followers(Words(300, 0), 300, 3166), one_post_each(300));
}

TEST_CASE("any number of posts, and several by one author")
{
    for (const std::size_t count : {1U, 255U, 257U, 3001U}) {
        if (clean_stage() && count > 257) break;
        const Graph followers = with_followers(random_uints(200, 3167, 9), 700, 3168);
        spread(followers, random_uints(count, 3169 + count, 200));
    }
    spread(with_followers(Words(3, 5), 20, 3170), {});
}

TEST_CASE("a group sends the messages of its own posts")
{
    spread(with_followers(random_uints(600, 3171, 6), 900, 3172), one_post_each(600), 1);
}

TEST_SUITE("lens")
{
    TEST_CASE("1,024 posts in 4 groups")
    {
        spread_with_hubs(1024, 1000);
    }

    TEST_CASE("700 posts in 3 groups")
    {
        spread_with_hubs(700, 1000);
    }
}
