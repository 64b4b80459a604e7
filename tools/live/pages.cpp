#include "live/pages.hpp"

#include "live/door.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// What of CodeMirror a page uses, in the order in which it is loaded.
constexpr std::array editor_styles{"lib/codemirror.css", "addon/dialog/dialog.css"};
constexpr std::array editor_scripts{"lib/codemirror.js",
                                    "mode/clike/clike.js",
                                    "addon/edit/matchbrackets.js",
                                    "addon/edit/closebrackets.js",
                                    "addon/comment/comment.js",
                                    "addon/dialog/dialog.js",
                                    "addon/search/searchcursor.js",
                                    "addon/search/search.js"};

std::string type_of(const fs::path& file)
{
    static const std::map<std::string, std::string> types{{".html", "text/html; charset=utf-8"},
                                                          {".css", "text/css; charset=utf-8"},
                                                          {".js", "text/javascript; charset=utf-8"},
                                                          {".json", "application/json"},
                                                          {".svg", "image/svg+xml"},
                                                          {".png", "image/png"}};
    const auto found = types.find(file.extension().string());
    return found == types.end() ? "application/octet-stream" : found->second;
}

// The path below a folder that a request means; empty when it leaves the folder, by ".." or by a link.
fs::path below(const fs::path& folder, const std::string& asked)
{
    std::error_code error;
    const fs::path root = fs::weakly_canonical(folder, error);
    const fs::path file = fs::weakly_canonical(root / fs::path{asked}.relative_path(), error);
    const auto [end, ignored] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
    return !error && end == root.end() && fs::is_regular_file(file, error) ? file : fs::path{};
}

fs::path installed_editor()
{
    for (const char* folder : {"/usr/share/javascript/codemirror", "/usr/share/codemirror"})
        if (fs::exists(fs::path{folder} / editor_scripts.front())) return folder;
    return {};
}

} // namespace

Pages::Pages(fs::path site, fs::path parts)
    : site_(std::move(site)), parts_(std::move(parts)), editor_(installed_editor())
{
}

HttpReply Pages::answer(const std::string& path) const
{
    const std::string asked = path == "/" ? "/index.html" : path;
    fs::path file;
    if (asked.starts_with("/live/editor/"))
        file = editor_.empty() ? fs::path{} : below(editor_, asked.substr(13));
    else if (asked.starts_with("/live/"))
        file = below(parts_, asked.substr(6));
    else
        file = below(site_, asked.substr(1));
    if (file.empty())
        return {.status = 404,
                .type = "text/plain; charset=utf-8",
                .body = "The book has no such page. Its cover: /index.html\n",
                .headers = safe_headers()};
    std::string text = read_bytes(file);
    if (file.extension() == ".html") return page(std::move(text));
    return {.type = type_of(file), .body = std::move(text), .headers = safe_headers()};
}

HttpReply Pages::page(std::string html) const
{
    std::string live = "<link rel=\"stylesheet\" href=\"/live/live.css\">\n"
                       "<link rel=\"stylesheet\" href=\"/live/step.css\">\n";
    if (!editor_.empty()) {
        for (const char* style : editor_styles)
            live += fmt::format("<link rel=\"stylesheet\" href=\"/live/editor/{}\">\n", style);
        for (const char* script : editor_scripts)
            live += fmt::format("<script src=\"/live/editor/{}\" defer></script>\n", script);
    }
    live += "<script type=\"module\" src=\"/live/live.js\"></script>\n";
    html = replace_all(std::move(html), "<script src=\"run/run.js\" defer></script>\n",
                       ""); // for pages without a server
    html = replace_all(std::move(html), "</head>", live + "</head>");
    return {.body = std::move(html), .headers = safe_headers()};
}

} // namespace lockstep::tool
