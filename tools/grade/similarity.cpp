// What a file resembles.
#include "grade/similarity.hpp"

#include "grade/tokens.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace lockstep::tool
{

namespace
{

std::vector<std::size_t> ordered_tokens(const Texts& files, const Texts& names_of)
{
    std::vector<std::size_t> all;
    for (const auto& [name, unused] : names_of) {
        const auto text = files.find(name);
        if (text == files.end()) continue;
        const std::vector<std::size_t> part = with_names_in_order(tokens_of(text->second));
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

double part_alike(std::size_t differ, std::size_t first, std::size_t second)
{
    const double all = static_cast<double>(first + second);
    return all == 0 ? 0.0 : 1.0 - static_cast<double>(differ) / all;
}

/// A run of tokens somewhere in a file.
struct Run
{
    std::uint64_t hash = 0;
    const std::string* file = nullptr;
    std::size_t first_line = 0;
    std::size_t last_line = 0;
};

std::vector<Run> runs_of(const Texts& files, std::size_t length)
{
    std::vector<Run> runs;
    for (const auto& [name, text] : files) {
        const std::vector<Token> tokens = tokens_of(text);
        const std::vector<std::size_t> numbers = without_names(tokens);
        for (std::size_t at = 0; at + length <= numbers.size(); ++at) {
            std::uint64_t hash = 14695981039346656037U;
            for (std::size_t i = at; i < at + length; ++i) {
                hash = (hash ^ numbers[i]) * 1099511628211U;
                hash ^= hash >> 29U;
            }
            runs.push_back({hash, &name, tokens[at].line, tokens[at + length - 1].line});
        }
    }
    return runs;
}

using Hashes = std::vector<std::uint64_t>; // sorted, each once

Hashes hashes_of(const std::vector<Run>& runs)
{
    Hashes hashes;
    for (const Run& run : runs) hashes.push_back(run.hash);
    std::sort(hashes.begin(), hashes.end());
    hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
    return hashes;
}

std::size_t count_shared(const Hashes& first, const Hashes& second)
{
    std::size_t count = 0;
    for (auto a = first.begin(), b = second.begin(); a != first.end() && b != second.end();)
        if (*a < *b)
            ++a;
        else if (*b < *a)
            ++b;
        else
            ++a, ++b, ++count;
    return count;
}

/// The runs of each work that neither the stub nor many others have.
std::vector<Hashes> own_runs(const std::vector<Work>& works, const Texts& stub, const PairRules& rules)
{
    std::vector<Hashes> own;
    std::unordered_map<std::uint64_t, std::size_t> spread;
    for (const Work& work : works) {
        own.push_back(hashes_of(runs_of(work.files, rules.run)));
        for (const std::uint64_t hash : own.back()) ++spread[hash];
    }
    const Hashes given = hashes_of(runs_of(stub, rules.run));
    const std::unordered_set<std::uint64_t> stub_has{given.begin(), given.end()};
    const std::size_t most =
        works.size() < rules.common_from
            ? works.size()
            : std::max<std::size_t>(
                  2, static_cast<std::size_t>(std::floor(rules.common * static_cast<double>(works.size()))));
    for (Hashes& hashes : own)
        std::erase_if(hashes,
                      [&](std::uint64_t hash) { return stub_has.contains(hash) || spread[hash] > most; });
    return own;
}

void add_lines(const std::vector<Run>& runs, const Hashes& shared, std::map<std::string, SharedLines>& lines,
               std::vector<std::size_t> SharedLines::*side)
{
    for (const Run& run : runs)
        if (std::binary_search(shared.begin(), shared.end(), run.hash))
            for (std::size_t line = run.first_line; line <= run.last_line; ++line)
                (lines[*run.file].*side).push_back(line);
    for (auto& [file, both] : lines) {
        std::vector<std::size_t>& list = both.*side;
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
}

} // namespace

std::optional<formats::Resemblance> resembled(const Texts& files, const std::string& failed_stage,
                                              const Texts& solution, const Texts& stub,
                                              const std::vector<KnownMistake>& mistakes)
{
    const std::vector<std::size_t> mine = ordered_tokens(files, solution);
    if (mine.empty()) return std::nullopt;
    const auto apart = [&](const Texts& other) {
        const std::vector<std::size_t> theirs = ordered_tokens(other, solution);
        const auto most = static_cast<std::size_t>((1.0 - nearest_enough) *
                                                   static_cast<double>(mine.size() + theirs.size()));
        const std::size_t differ = distance(mine, theirs, most);
        return std::pair{differ, differ > most ? 0.0 : part_alike(differ, mine.size(), theirs.size())};
    };
    const std::size_t nearer_than = std::min(apart(solution).first, apart(stub).first);
    const KnownMistake* nearest = nullptr;
    std::size_t least = 0;
    double similarity = 0.0;
    for (const KnownMistake& mistake : mistakes) {
        const auto [differ, alike] = apart(mistake.files);
        if (alike < nearest_enough || differ >= nearer_than) continue;
        const bool better =
            nearest == nullptr || differ < least ||
            (differ == least && nearest->stage != failed_stage && mistake.stage == failed_stage);
        if (!better) continue;
        nearest = &mistake;
        least = differ;
        similarity = alike;
    }
    if (nearest == nullptr) return std::nullopt;
    return formats::Resemblance{nearest->name, nearest->sentence, std::floor(similarity * 1000) / 1000};
}

std::vector<SimilarPair> similar_pairs(const std::vector<Work>& works, const Texts& stub,
                                       const PairRules& rules)
{
    const std::vector<Hashes> own = own_runs(works, stub, rules);
    std::vector<SimilarPair> pairs;
    for (std::size_t first = 0; first < works.size(); ++first)
        for (std::size_t second = first + 1; second < works.size(); ++second) {
            const std::size_t sum = own[first].size() + own[second].size();
            if (std::min(own[first].size(), own[second].size()) < rules.least_own) continue;
            const std::size_t shared = count_shared(own[first], own[second]);
            const double alike = 2.0 * static_cast<double>(shared) / static_cast<double>(sum);
            if (alike >= rules.least)
                pairs.push_back({first, second, std::floor(alike * 1000) / 1000, shared, {}});
        }
    std::stable_sort(pairs.begin(), pairs.end(), [](const SimilarPair& a, const SimilarPair& b) {
        return a.similarity > b.similarity || (a.similarity == b.similarity && a.shared > b.shared);
    });
    if (pairs.size() > rules.most_pairs) pairs.resize(rules.most_pairs);
    for (SimilarPair& pair : pairs) {
        Hashes shared;
        std::set_intersection(own[pair.first].begin(), own[pair.first].end(), own[pair.second].begin(),
                              own[pair.second].end(), std::back_inserter(shared));
        add_lines(runs_of(works[pair.first].files, rules.run), shared, pair.lines, &SharedLines::first);
        add_lines(runs_of(works[pair.second].files, rules.run), shared, pair.lines, &SharedLines::second);
    }
    return pairs;
}

std::vector<SimilarPair> taken_from(const std::vector<Work>& works, const Texts& sources, const Texts& stub,
                                    const PairRules& rules)
{
    PairRules all = rules;
    all.common_from = works.size() + 1; // what the whole class has taken is taken all the same
    const std::vector<Hashes> own = own_runs(works, stub, all);
    std::vector<std::pair<Texts, Hashes>> books;
    for (const auto& [name, text] : sources) {
        const Texts file{{name, text}};
        books.emplace_back(file, hashes_of(runs_of(file, rules.run)));
    }
    std::vector<SimilarPair> pairs;
    for (std::size_t work = 0; work < works.size(); ++work) {
        if (own[work].size() < rules.least_own) continue;
        SimilarPair most{.first = work, .lines = {}};
        for (std::size_t book = 0; book < books.size(); ++book)
            if (const std::size_t shared = count_shared(own[work], books[book].second);
                shared > most.shared) {
                most.second = book;
                most.shared = shared;
            }
        const double part = static_cast<double>(most.shared) / static_cast<double>(own[work].size());
        if (part < rules.taken) continue;
        most.similarity = std::floor(part * 1000) / 1000;
        Hashes shared;
        std::ranges::set_intersection(own[work], books[most.second].second, std::back_inserter(shared));
        add_lines(runs_of(works[work].files, rules.run), shared, most.lines, &SharedLines::first);
        pairs.push_back(std::move(most));
    }
    return pairs;
}

} // namespace lockstep::tool
