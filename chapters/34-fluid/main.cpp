// A fluid in a channel: what a layout of nine numbers costs, whether the vortices behind a cylinder are right, and a film of them.
//     34-fluid             measures, and writes output-street.png
//     34-fluid PICTURE     writes fluid.png, a film of a stream from the left around the dark pixels of a picture
#include "street.hpp"

#include <lockstep/run.hpp>

#include <string_view>

using namespace lockstep;

// What two fluids differ by at most, in speed.
double difference(const std::vector<cl_float2>& a, const std::vector<cl_float2>& b)
{
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max({most, std::abs(double{a[i].x} - double{b[i].x}),
                         std::abs(double{a[i].y} - double{b[i].y})});
    return most;
}

// The same step with each layout: the same work, other addresses.
void measure_layouts(const Lab& lab)
{
    const bool gpu = lab.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    const Channel channel = channel_with_cylinder(lab.simulated ? 4 : gpu ? 400 : 100);
    const auto cells = static_cast<double>(channel.cells());
    std::printf("a step of %d × %d cells\n", channel.columns, channel.rows);
    std::vector<cl_float2> first;
    for (const auto& [name, options, rounding] :
         {std::tuple{"a cell's numbers together", "-D BY_CELL", 0.0},
          std::tuple{"nine arrays", "", 0.0},
          std::tuple{"walls asked once", "-D ASKED_ONCE", 0.0},
          std::tuple{"and stored as half", "-D ASKED_ONCE -D HALF", 1e-3}}) {
        Fluid fluid{lab, channel, speed, reynolds, options};
        const double ms = lab.best_ms([&](cl::Event& event) { fluid.advance(&event); });
        if (first.empty()) first = fluid.flow();
        if (difference(first, fluid.flow()) > rounding)
            throw Failure("With " + std::string{name} + " the fluid moves in another way.");
        std::printf("  %-26s", name);
        if (!lab.simulated)
            std::printf("%7.3g ms, %6.0f million cells a second, %6.1f GB/s", ms,
                        cells / ms / 1e3, fluid.bytes_of_a_step() / ms / 1e6);
        std::printf("\n");
    }
    const cl::Buffer from = lab.output<float>(9 * channel.cells());
    const cl::Buffer to = lab.output<float>(9 * channel.cells());
    const double ms = lab.best_ms([&](cl::Event& event) {
        lab.queue.enqueueCopyBuffer(from, to, 0, 0, 36 * channel.cells(), nullptr, &event);
    });
    if (!lab.simulated)
        std::printf("  %-26s%7.3g ms, %37.1f GB/s\n", "a copy of nine arrays", ms,
                    72 * cells / ms / 1e6);
}

void check_street(const Lab& lab)
{
    const int diameter = lab.simulated ? 4 : 20;
    const Channel channel = channel_with_cylinder(diameter);
    std::printf("\nvortices behind a cylinder of %d cells\n", diameter);
    std::printf("  %-16s%13s%10s%10s\n", "", "Strouhal", "drag", "lift");
    double vortex = 1 / strouhal; // in diameters that the stream goes
    for (const auto& [name, options] : {std::pair{"half", "-D ASKED_ONCE -D HALF"},
                                        std::pair{"float", "-D ASKED_ONCE"}}) {
        Fluid fluid{lab, channel, speed, reynolds, options};
        const Street street = follow(lab, fluid, channel, lab.simulated ? 0.2 : 20);
        if (interrupted != 0) return;
        if (!lab.simulated)
            std::printf("  %-16s%13.3f%10.2f%10.2f\n", name, street.strouhal, street.drag,
                        street.lift);
        if (street.strouhal > 0) vortex = 1 / street.strouhal;
        if (std::string_view{name} != "float") continue;
        const std::vector<Picture> pictures =
            film(lab, fluid, channel, vortex * diameter / speed, lab.simulated ? 2 : 20);
        if (interrupted != 0) return;
        write_film("output-street.png", pictures, 60);
    }
    std::printf("  %-16s%13s%10s%10s\n", "literature", "0.295-0.305", "3.22-3.24",
                "0.99-1.01");
    std::printf("\noutput-street.png is a film, for a browser\n");
}

// The reader's own walls: the dark pixels of a picture.
void film_of(const Lab& lab, const char* file)
{
    const Channel channel = channel_from(read_picture(file));
    Fluid fluid{lab, channel, speed, reynolds};
    follow(lab, fluid, channel, lab.simulated ? 0.2 : 10);
    const std::vector<Picture> pictures =
        film(lab, fluid, channel, 4 * steps_a_vortex(channel), 96);
    if (pictures.empty()) return;
    write_film("fluid.png", pictures, 40);
    std::printf("fluid.png: %zu pictures of %d × %d, for a browser\n", pictures.size(),
                channel.columns, channel.rows);
}

int main(int argc, char** argv)
{
    return run([argc, argv] {
        const Lab lab;
        end_early_when_interrupted();
        if (argc > 1) {
            film_of(lab, argv[1]);
            return;
        }
        measure_layouts(lab);
        check_street(lab);
    });
}
