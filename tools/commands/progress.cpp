// Progress of the reader.
#include "commands/progress.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

namespace lockstep::tool
{

namespace
{

std::filesystem::path progress_file(const std::filesystem::path& source)
{
    return source / ".lockstep" / "progress.json";
}

nlohmann::json read_progress(const std::filesystem::path& source)
{
    std::ifstream stream{progress_file(source)};
    nlohmann::json json = nlohmann::json::parse(stream, nullptr, false);
    return json.is_object() ? json : nlohmann::json::object();
}

void write_progress(const std::filesystem::path& source, const nlohmann::json& progress)
{
    const std::filesystem::path file = progress_file(source);
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    try {
        replace_text(file, progress.dump(2) + "\n");
    } catch (const Failure&) { // progress is then not kept
    }
}

} // namespace

std::set<std::string> solved_exercises(const std::filesystem::path& source)
{
    const nlohmann::json json = read_progress(source);
    std::set<std::string> solved;
    if (json.contains("solved") && json["solved"].is_array())
        for (const nlohmann::json& id : json["solved"])
            if (id.is_string()) solved.insert(id.get<std::string>());
    return solved;
}

void record_verdict(const std::filesystem::path& source, const std::string& id, bool passed)
{
    std::set<std::string> solved = solved_exercises(source);
    const bool changed = passed ? solved.insert(id).second : solved.erase(id) > 0;
    if (!changed) return;
    nlohmann::json progress = read_progress(source);
    progress["solved"] = solved;
    write_progress(source, progress);
}

std::size_t hints_seen(const std::filesystem::path& source, const std::string& id)
{
    const nlohmann::json json = read_progress(source);
    if (!json.contains("hints") || !json["hints"].is_object()) return 0;
    const nlohmann::json seen = json["hints"].value(id, nlohmann::json{});
    return seen.is_number_unsigned() ? seen.get<std::size_t>() : 0;
}

void record_hints_seen(const std::filesystem::path& source, const std::string& id, std::size_t seen)
{
    nlohmann::json progress = read_progress(source);
    if (!progress["hints"].is_object()) progress["hints"] = nlohmann::json::object();
    progress["hints"][id] = seen;
    write_progress(source, progress);
}

} // namespace lockstep::tool
