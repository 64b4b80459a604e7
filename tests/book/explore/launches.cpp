// Launches whose work-items write down their own ids: what the explorer of the NDRange is held against.
#include "cases.hpp"

#include "lockstep/device.hpp"

#include <array>

namespace lockstep::explore
{

namespace
{

/// Each work-item of two dimensions writes eight numbers, at its place in the grid.
constexpr const char* source = R"(
kernel void tell(global int* out)
{
    size_t x = get_global_id(0) - get_global_offset(0);
    size_t y = get_global_id(1) - get_global_offset(1);
    global int* mine = out + 8 * (y * get_global_size(0) + x);
    for (int d = 0; d < 2; ++d) {
        mine[4 * d] = (int)get_global_id(d);
        mine[4 * d + 1] = (int)get_group_id(d);
        mine[4 * d + 2] = (int)get_local_id(d);
        mine[4 * d + 3] = (int)get_num_groups(d);
    }
}
)";
constexpr std::size_t numbers = 8;

class Teller
{
public:
    Teller()
    {
        program_.build("-cl-std=CL1.2");
        kernel_ = cl::Kernel(program_, "tell");
    }

    /// The numbers of all work-items; none where the launch is refused with CL_INVALID_WORK_GROUP_SIZE.
    std::vector<cl_int> told(const std::array<unsigned, 2>& global, const std::array<unsigned, 2>& local,
                             const std::array<unsigned, 2>& offset)
    {
        std::vector<cl_int> all(numbers * global[0] * global[1], -1);
        cl::Buffer out(context_, all.begin(), all.end(), false);
        kernel_.setArg(0, out);
        try {
            queue_.enqueueNDRangeKernel(kernel_, {offset[0], offset[1]}, {global[0], global[1]},
                                        {local[0], local[1]});
        } catch (const cl::Error& error) {
            if (error.err() == CL_INVALID_WORK_GROUP_SIZE) return {};
            throw;
        }
        cl::copy(queue_, out, all.begin(), all.end());
        return all;
    }

private:
    cl::Device device_ = choose_device();
    cl::Context context_{device_};
    cl::CommandQueue queue_{context_, device_};
    cl::Program program_{context_, source};
    cl::Kernel kernel_;
};

unsigned rounded_up(unsigned value, unsigned multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

} // namespace

std::vector<Case> ndrange_cases(unsigned count, Draw& draw)
{
    Teller teller;
    std::vector<Case> cases;
    while (cases.size() < count) {
        const std::array<unsigned, 2> size{draw.whole(1, 32), draw.whole(1, 16)};
        // A device compiles a kernel anew for each shape of group, so there are not many.
        const std::array<unsigned, 2> local{draw.one_of<unsigned>({1, 2, 3, 4, 7, 16}),
                                            draw.one_of<unsigned>({1, 2, 3, 8})};
        const std::array<unsigned, 2> offset{draw.whole(0, 20), draw.whole(0, 20)};
        const bool rounds_up = draw.whole(0, 2) > 0;
        std::array<unsigned, 2> global = size;
        for (std::size_t d = 0; d < 2 && rounds_up; ++d) global[d] = rounded_up(size[d], local[d]);
        const std::array<unsigned, 2> item{draw.whole(0, global[0] - 1), draw.whole(0, global[1] - 1)};
        const std::vector<cl_int> told = teller.told(global, local, offset);
        nlohmann::json expected = {{"code", told.empty() ? "CL_INVALID_WORK_GROUP_SIZE" : "CL_SUCCESS"},
                                   {"global", global}};
        if (!told.empty()) {
            const cl_int* mine = told.data() + numbers * (item[1] * global[0] + item[0]);
            expected.update({{"globalId", {mine[0], mine[4]}},
                             {"groupId", {mine[1], mine[5]}},
                             {"localId", {mine[2], mine[6]}},
                             {"groups", {mine[3], mine[7]}}});
        }
        cases.push_back({{"device", "h200"}, // the ids are the same on each
                         {"state",
                          {{"columns", size[0]},
                           {"rows", size[1]},
                           {"localColumns", local[0]},
                           {"localRows", local[1]},
                           {"offsetColumn", offset[0]},
                           {"offsetRow", offset[1]},
                           {"column", item[0]},
                           {"row", item[1]},
                           {"rounded", rounds_up ? "up" : "not"}}},
                         {"expected", expected}});
    }
    return cases;
}

} // namespace lockstep::explore
