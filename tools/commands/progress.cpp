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

} // namespace

std::set<std::string> solved_exercises(const std::filesystem::path& source)
{
    std::ifstream stream{progress_file(source)};
    const nlohmann::json json = nlohmann::json::parse(stream, nullptr, false);
    std::set<std::string> solved;
    if (json.is_object() && json.contains("solved") && json["solved"].is_array())
        for (const nlohmann::json& id : json["solved"])
            if (id.is_string()) solved.insert(id.get<std::string>());
    return solved;
}

void record_verdict(const std::filesystem::path& source, const std::string& id, bool passed)
{
    std::set<std::string> solved = solved_exercises(source);
    const bool changed = passed ? solved.insert(id).second : solved.erase(id) > 0;
    if (!changed) return;
    const std::filesystem::path file = progress_file(source);
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    try {
        replace_text(file, nlohmann::json{{"solved", solved}}.dump(2) + "\n");
    } catch (const Failure&) { // progress is then not kept
    }
}

} // namespace lockstep::tool
