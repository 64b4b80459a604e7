// Which devices the book shows.
#include "lockstep/formats/shown_devices.hpp"

#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"

#include <algorithm>

namespace lockstep::formats
{
namespace
{

constexpr std::string_view ending = "-ladders.json";

std::vector<std::string> recorded_devices(const std::filesystem::path& folder)
{
    std::vector<std::string> ids;
    for (const std::filesystem::path& file : sorted_entries(folder)) {
        const std::string name = file.filename().string();
        if (name.ends_with(ending)) ids.push_back(name.substr(0, name.size() - ending.size()));
    }
    return ids;
}

std::vector<ShownDevice> listed_devices(const std::filesystem::path& file)
{
    std::vector<ShownDevice> devices;
    const JsonReader list =
        JsonReader::read(file, "a list of {\"id\": …, \"label\": …, \"article\": …, \"title\": …}");
    for (const JsonReader& entry : list.list())
        devices.push_back({entry.at("id").text(),
                           entry.at("label").text(),
                           entry.at("article").text(),
                           entry.at("title").text(),
                           entry.find("against") ? entry.at("against").text() : "",
                           {}});
    for (const JsonReader& entry : list.list())
        if (const std::optional<JsonReader> against = entry.find("against");
            against && std::ranges::find(devices, against->text(), &ShownDevice::id) == devices.end())
            against->refuse("names no device of the list", "the \"id\" of one");
    return devices;
}

} // namespace

std::vector<ShownDevice> shown_devices(const std::filesystem::path& folder)
{
    const std::filesystem::path list = folder / "devices.json";
    std::vector<ShownDevice> devices;
    if (std::filesystem::exists(list)) devices = listed_devices(list);
    for (ShownDevice& device : devices) device.results = read_device_results(folder, device.id);
    for (const std::string& id : recorded_devices(folder)) {
        if (std::ranges::find(devices, id, &ShownDevice::id) != devices.end()) continue;
        const DeviceResults results = read_device_results(folder, id);
        devices.push_back({id, results.origin.device, "the", results.origin.device, "", results});
    }
    return devices;
}

} // namespace lockstep::formats
