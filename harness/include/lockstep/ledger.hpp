// The objects that the code under test made, for stand-ins of OpenCL that see them made, retained and released.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lockstep
{

/// Counts references as the specification does; knows objects of the kinds that whoever keeps it names.
class Ledger
{
public:
    std::vector<std::string>
        released_too_often; ///< the kind of each object that was released once more than it was held

    /// @return the object, null too.
    template <typename Handle>
    Handle made(Handle object, const std::string& kind)
    {
        if (object != nullptr) objects_[object] = {kind, 1};
        return object;
    }
    void retained(void* object)
    {
        if (const auto known = objects_.find(object); known != objects_.end()) ++known->second.references;
    }
    /// False when it was alive no more: then the library must not hear of it.
    bool released(void* object)
    {
        const auto known = objects_.find(object);
        if (known == objects_.end() || known->second.references-- > 0) return true;
        known->second.references = 0;
        released_too_often.push_back(known->second.kind);
        return false;
    }
    bool knows(void* object) const { return objects_.contains(object); }
    bool is_alive(void* object) const
    {
        const auto known = objects_.find(object);
        return known != objects_.end() && known->second.references > 0;
    }
    /// How many objects of this kind were made and not released.
    int alive(const std::string& kind) const
    {
        int count = 0;
        for (const auto& [object, known] : objects_)
            count += known.kind == kind && known.references > 0 ? 1 : 0;
        return count;
    }
    /// The kind of the first object that was made and not released; empty: none.
    std::string left() const
    {
        for (const auto& [object, known] : objects_)
            if (known.references > 0) return known.kind;
        return "";
    }

private:
    struct Object
    {
        std::string kind;
        int references;
    };
    std::map<void*, Object> objects_;
};

} // namespace lockstep
