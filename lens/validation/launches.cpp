// The list of launches that validate the lens, and the data they work on.
#include "launches.hpp"

#include "patterns.hpp"

#include <lockstep/random.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockstep::validation
{

namespace
{

constexpr Argument source{Argument::Kind::source, 0};
constexpr Argument result{Argument::Kind::result, 0};
constexpr Argument table{Argument::Kind::table, 0};

constexpr Argument number(std::size_t value)
{
    return {Argument::Kind::number, static_cast<std::uint32_t>(value)};
}

using Shape = std::array<std::size_t, 3>;

/// The numbers 0 to count - 1 in a seeded random order.
std::vector<std::uint32_t> permutation(std::uint32_t count, std::uint64_t seed)
{
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    Random random{seed};
    for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

/// Successors of `count` places; chains have up to 9 links, and a place that is its own successor ends one.
std::vector<std::uint32_t> chains(std::uint32_t count, std::uint64_t seed)
{
    Random random{seed};
    std::vector<std::uint32_t> next(count);
    for (std::uint32_t place = 0; place < count; ++place)
        next[place] = place % 10 == 0 ? place : place - 1 - random.below(place % 10);
    for (std::uint32_t place = 0; place < count; ++place)
        if (place % 10 != 0 && next[place] / 10 != place / 10) next[place] = place / 10 * 10;
    return next;
}

/// Collects launches; `file` holds for those that follow.
struct List
{
    std::string file;
    std::vector<Launch> launches;

    void add(std::string title, std::string kernel, Shape global, Shape local,
             std::vector<Argument> arguments, std::vector<std::uint32_t> words = {})
    {
        launches.push_back({std::move(title), file, std::move(kernel), global, local, std::move(arguments),
                            std::move(words)});
    }

    /// A copy from source to result with `stride` and `offset` in elements.
    void copy(const std::string& kernel, std::size_t stride, std::size_t offset)
    {
        add(kernel + ", stride " + std::to_string(stride) + ", offset " + std::to_string(offset), kernel,
            {1024, 1, 1}, {128, 1, 1}, {source, result, number(stride), number(offset)});
    }

    /// A kernel on local memory alone, one group of 32 and more after it.
    void local_stride(const std::string& kernel, std::size_t stride, std::size_t offset, std::size_t items)
    {
        add(kernel + ", stride " + std::to_string(stride) + ", offset " + std::to_string(offset) +
                ", group of " + std::to_string(items),
            kernel, {2 * items, 1, 1}, {items, 1, 1}, {result, number(stride), number(offset)});
    }
};

void add_global(List& list)
{
    list.file = "global";
    for (const std::size_t stride : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 16U, 17U, 31U, 32U, 33U})
        list.copy("load_stride", stride, 0);
    for (const std::size_t offset : {1U, 2U, 4U, 8U, 31U}) list.copy("load_stride", 1, offset);
    for (const std::size_t stride : {1U, 2U, 3U, 8U, 32U, 33U}) list.copy("store_stride", stride, 0);
    for (const std::size_t offset : {1U, 8U}) list.copy("store_stride", 1, offset);
    for (const std::string width : {"bytes", "shorts", "longs", "pairs", "quads"}) {
        list.copy("copy_" + width, 1, 0);
        list.copy("copy_" + width, 1, 1);
        list.copy("copy_" + width, 3, 0);
    }
    list.copy("copy_bytes", 33, 5);
    const Shape line{1024, 1, 1};
    const Shape group{128, 1, 1};
    list.add("load_triples", "load_triples", line, group, {source, result});
    for (const std::string kernel : {"load_unaligned_quads", "store_unaligned_quads"})
        list.add(kernel, kernel, line, group, {source, result, number(1)});
    for (const std::string kernel :
         {"copy_byte_quads", "copy_eights", "copy_sixteens", "load_one_component", "load_two_components",
          "load_first_two_components", "load_middle_two_components", "load_last_three_components",
          "load_all_components", "store_one_component", "store_made_quads", "structures_of_16_whole"})
        list.add(kernel, kernel, line, group, {source, result});
    list.add("load_reversed", "load_reversed", line, group, {source, result, number(1024)});
    list.add("load_permuted", "load_permuted", line, group, {source, result, table}, permutation(1024, 11));
    list.add("store_permuted", "store_permuted", line, group, {source, result, table}, permutation(1024, 12));
    for (const std::size_t sharers : {2U, 8U, 12U, 1024U})
        list.add("load_shared_by " + std::to_string(sharers), "load_shared_by", line, group,
                 {source, result, number(sharers)});
    for (const std::string kernel :
         {"structures_of_12", "structures_of_16", "structures_of_20", "structures_of_32_one_field"})
        list.add(kernel, kernel, line, group, {source, result});
    list.add("structures_of_32_two_fields_changed", "structures_of_32_two_fields_changed", line, group,
             {result});
    list.add("structures_to_arrays", "structures_to_arrays", line, group, {source, result, number(1024)});
    for (const std::size_t items : {48U, 33U, 7U, 256U})
        list.add("copy_guarded, group of " + std::to_string(items), "copy_guarded",
                 {(1000 + items - 1) / items * items, 1, 1}, {items, 1, 1}, {source, result, number(1000)});
    for (const Shape shape :
         {Shape{8, 8, 1}, Shape{16, 4, 1}, Shape{32, 8, 1}, Shape{6, 7, 1}, Shape{1, 64, 1}})
        list.add("copy_plane, group of " + std::to_string(shape[0]) + " x " + std::to_string(shape[1]),
                 "copy_plane",
                 {(100 + shape[0] - 1) / shape[0] * shape[0], (37 + shape[1] - 1) / shape[1] * shape[1], 1},
                 shape, {source, result, number(100), number(37)});
    list.add("copy_space, group of 4 x 4 x 4", "copy_space", {20, 12, 8}, {4, 4, 4},
             {source, result, number(18), number(11), number(7)});
    list.add("copy_space, group of 8 x 3 x 2", "copy_space", {24, 12, 8}, {8, 3, 2},
             {source, result, number(18), number(11), number(7)});
    list.add("neighbours", "neighbours", line, group, {source, result, number(1024)});
    list.add("load_volatile_twice", "load_volatile_twice", line, group, {source, result});
}

void add_local(List& list)
{
    list.file = "local";
    for (const std::size_t stride : {1U, 2U, 3U, 4U, 5U, 6U, 8U, 12U, 16U, 17U, 24U, 31U, 32U, 33U})
        list.local_stride("local_load_stride", stride, 0, 64);
    list.local_stride("local_load_stride", 2, 1, 48);
    for (const std::size_t stride : {1U, 2U, 3U, 8U, 16U, 32U, 33U})
        list.local_stride("local_store_stride", stride, 0, 64);
    for (const std::size_t stride : {1U, 2U, 4U, 8U, 32U}) {
        list.local_stride("local_load_stride_bytes", stride, 0, 64);
        list.local_stride("local_load_stride_shorts", stride, 1, 64);
    }
    for (const std::size_t stride : {1U, 2U, 3U, 4U, 8U, 16U, 17U}) {
        list.local_stride("local_load_stride_longs", stride, 0, 64);
        list.local_stride("local_store_stride_longs", stride, 0, 64);
        list.local_stride("local_load_stride_quads", stride, 0, 32);
        list.local_stride("local_store_stride_quads", stride, 0, 32);
    }
    list.local_stride("local_load_stride_longs", 1, 1, 40);
    list.local_stride("local_load_stride_quads", 1, 1, 40);
    for (const std::size_t sharers : {2U, 4U, 32U})
        list.add("local_load_shared_by " + std::to_string(sharers), "local_load_shared_by", {512, 1, 1},
                 {256, 1, 1}, {result, number(sharers)});
    list.add("local_three_way_conflict", "local_three_way_conflict", {256, 1, 1}, {128, 1, 1}, {result});
    list.add("local_column_plain", "local_column_plain", {64, 1, 1}, {32, 1, 1}, {result, number(8)});
    list.add("local_column_swizzled", "local_column_swizzled", {64, 1, 1}, {32, 1, 1}, {result, number(8)});
    list.add("local_volatile_twice", "local_volatile_twice", {512, 1, 1}, {256, 1, 1}, {result, number(4)});
    list.add("local_unaligned_quads", "local_unaligned_quads", {256, 1, 1}, {128, 1, 1}, {result, number(1)});
}

void add_control(List& list)
{
    list.file = "control";
    const Shape line{1024, 1, 1};
    const Shape group{128, 1, 1};
    list.add("loop_equal", "loop_equal", line, group, {source, result, number(11), number(1000)});
    for (const std::string kernel :
         {"loop_unequal", "loop_unequal_unrolled", "loop_in_loop", "branch_even_odd", "branch_by_sub_group",
          "branch_in_branch", "branch_with_stores", "branch_that_can_be_merged"})
        list.add(kernel, kernel, line, group, {source, result, number(1001)});
    list.add("switch_of_four", "switch_of_four", line, group, {source, result, number(1001), number(4)});
    list.add("follow_chains", "follow_chains", line, group, {table, result}, chains(1024, 13));
    list.add("return_early", "return_early", line, group, {source, result});
    list.add("constant_table", "constant_table", line, group, {source, result});
    list.add("private_array", "private_array", line, group, {source, result, number(9)});
    list.add("global_histogram", "global_histogram", line, group, {source, result});
    list.add("local_histogram", "local_histogram", line, group, {source, result});
    list.add("global_tickets", "global_tickets", line, group, {result, number(5)});
}

void add_copies(List& list)
{
    list.file = "copies";
    const auto copy = [&](const std::string& width, std::size_t items, std::size_t count) {
        list.add("group_copies_" + width + ", " + std::to_string(count) + " by " + std::to_string(items),
                 "group_copies_" + width, {2 * items, 1, 1}, {items, 1, 1}, {source, result, number(count)});
    };
    for (const std::string width : {"bytes", "shorts", "words", "longs", "quads"}) {
        copy(width, 128, 256);
        copy(width, 96, 200);
    }
    copy("words", 64, 20);
    copy("bytes", 64, 101);
    for (const std::size_t stride : {1U, 3U})
        list.add("group_copies_columns, stride " + std::to_string(stride), "group_copies_columns",
                 {256, 1, 1}, {128, 1, 1}, {source, result, number(300), number(stride)});
    list.add("group_copy_reversed", "group_copy_reversed", {1024, 1, 1}, {256, 1, 1}, {source, result});
}

void add_book(List& list)
{
    list.file = "book";
    const Shape square{64, 64, 1};
    for (const std::string kernel :
         {"transpose_naive", "transpose_tiled", "transpose_padded", "transpose_swizzled"})
        list.add(kernel, kernel, square, {32, 32, 1}, {source, result, number(64)});
    list.add("transpose_tiled_16", "transpose_tiled_16", square, {16, 16, 1}, {source, result, number(64)});
    for (const std::string kernel : {"product_along_rows", "product_along_columns", "product_unrolled",
                                     "product_tiled", "product_tiled_unrolled"})
        list.add(kernel, kernel, {48, 48, 1}, {16, 16, 1}, {source, result, number(48)});
    for (const std::string kernel : {"sum_scattered", "sum_strided", "sum_halving"})
        list.add(kernel, kernel, {1024, 1, 1}, {256, 1, 1}, {source, result});
    list.add("row_with_halo", "row_with_halo", {1024, 1, 1}, {128, 1, 1}, {source, result, number(1024)});
    list.add("patch_with_halo", "patch_with_halo", {64, 32, 1}, {16, 8, 1},
             {source, result, number(64), number(32)});
}

void add_patterns(List& list)
{
    list.file = "patterns";
    const std::array<std::pair<std::string, std::size_t>, 5> widths{
        {{"bytes", 1}, {"shorts", 2}, {"words", 4}, {"longs", 8}, {"quads", 16}}};
    const Shape items{pattern_items, 1, 1};
    for (const auto& [width, bytes] : widths)
        for (const std::string access : {"global_load", "global_store", "local_load", "local_store"})
            for (const Pattern& pattern : patterns(8192 / bytes, bytes, bytes > 4 && access[0] == 'l')) {
                std::vector<Argument> arguments{result, table};
                if (access == "global_load") arguments.insert(arguments.begin(), source);
                list.add(access + "_" + width + ", " + pattern.name, access + "_" + width, items, items,
                         arguments, pattern.places);
            }
}

} // namespace

std::vector<std::uint32_t> source_words()
{
    return random_uints(256 * 1024, 7, 1U << 30U);
}

std::vector<Launch> launches()
{
    List list;
    add_global(list);
    add_local(list);
    add_control(list);
    add_copies(list);
    add_book(list);
    add_patterns(list);
    return std::move(list.launches);
}

std::vector<std::string> files_of(std::span<const Launch> launches)
{
    std::vector<std::string> files;
    for (const Launch& launch : launches)
        if (std::find(files.begin(), files.end(), launch.file) == files.end()) files.push_back(launch.file);
    return files;
}

std::string fingerprint(std::span<const std::byte> bytes)
{
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001B3ULL;
    std::string digits(16, '0');
    for (std::size_t i = 16; i-- > 0; hash >>= 4U) digits[i] = "0123456789abcdef"[hash & 15U];
    return digits;
}

} // namespace lockstep::validation
