// The longest common subsequence of two texts' lines, and pages made of it.
#include "base/side_by_side_diff.hpp"

#include "base/terminal.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace lockstep::tool
{

namespace
{

struct Row
{
    std::optional<std::string> left;
    std::optional<std::string> right;

    bool same() const { return left && right && *left == *right; }
};

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines = split_lines(text);
    for (std::string& line : lines) line = replace_all(line, "\t", "    ");
    return lines;
}

// Lines in both stand in one row; between two such rows, what is left and what is right are paired in order.
std::vector<Row> rows_of(const std::vector<std::string>& left, const std::vector<std::string>& right)
{
    // common[i][j]: of left from i on and right from j on.
    std::vector<std::vector<std::uint32_t>> common(left.size() + 1,
                                                   std::vector<std::uint32_t>(right.size() + 1));
    for (std::size_t i = left.size(); i-- > 0;)
        for (std::size_t j = right.size(); j-- > 0;)
            common[i][j] =
                left[i] == right[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    std::vector<Row> rows;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < left.size() || j < right.size()) {
        std::size_t left_end = i;
        std::size_t right_end = j;
        while (left_end < left.size() && right_end < right.size() && left[left_end] != right[right_end])
            if (common[left_end + 1][right_end] >= common[left_end][right_end + 1])
                ++left_end;
            else
                ++right_end;
        const bool match = left_end < left.size() && right_end < right.size();
        if (!match) {
            left_end = left.size();
            right_end = right.size();
        }
        while (i < left_end || j < right_end) {
            Row row;
            if (i < left_end) row.left = left[i++];
            if (j < right_end) row.right = right[j++];
            rows.push_back(std::move(row));
        }
        if (match) rows.push_back({left[i++], right[j++]});
    }
    return rows;
}

// The pieces of a line, each at most so many columns wide; one at least.
std::vector<std::string> pieces(const std::string& line, std::size_t columns)
{
    std::vector<std::string> result{""};
    std::size_t column = 0;
    for (const char c : line) {
        const bool begins_letter = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
        if (begins_letter && column == columns) {
            result.emplace_back();
            column = 0;
        }
        result.back() += c;
        column += begins_letter ? 1U : 0U;
    }
    return result;
}

std::string padded(const std::string& text, std::size_t columns)
{
    return text + std::string(columns - std::min(columns, columns_of(text)), ' ');
}

std::vector<std::string> beside(const std::string& left_title, const std::string& right_title,
                                const std::vector<Row>& rows, std::size_t columns)
{
    const std::size_t half = (columns - 3) / 2;
    std::vector<std::string> page{padded(pieces(left_title, half).front(), half) + "   " +
                                  pieces(right_title, half).front()};
    for (const Row& row : rows) {
        const std::vector<std::string> left = pieces(row.left.value_or(""), half);
        const std::vector<std::string> right = pieces(row.right.value_or(""), half);
        const std::string mark = row.same() ? " " : !row.right ? "<" : !row.left ? ">" : "|";
        for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
            std::string line = padded(i < left.size() ? left[i] : "", half) + " " + mark + " " +
                               (i < right.size() ? right[i] : "");
            line.erase(line.find_last_not_of(' ') + 1);
            page.push_back(row.same() ? line : styled(line, Style::strong));
        }
    }
    return page;
}

void add_below(std::vector<std::string>& page, const std::string& title, const std::vector<Row>& rows,
               std::optional<std::string> Row::*which, const char* mark, std::size_t columns)
{
    page.push_back(pieces(title, columns).front());
    for (const Row& row : rows) {
        if (!(row.*which)) continue;
        for (const std::string& piece : pieces(*(row.*which), columns - 2))
            page.push_back(row.same() ? "  " + piece : styled(mark + (" " + piece), Style::strong));
    }
}

} // namespace

std::vector<std::string> side_by_side_diff(const std::string& left_title, std::string_view left,
                                           const std::string& right_title, std::string_view right,
                                           std::size_t columns)
{
    const std::vector<Row> rows = rows_of(lines_of(left), lines_of(right));
    if (columns >= diff_columns) return beside(left_title, right_title, rows, columns);
    std::vector<std::string> page;
    add_below(page, left_title, rows, &Row::left, "<", columns);
    page.emplace_back();
    add_below(page, right_title, rows, &Row::right, ">", columns);
    return page;
}

} // namespace lockstep::tool
