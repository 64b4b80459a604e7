// The film, fourth form: a last stage whose radius is a macro, from a cache of binaries.
#include "../07-queues-events/pipeline.hpp"
#include "binary_cache.hpp"

#include <lockstep/run.hpp>

// The last stage, for one radius.
cl::Kernel blur_of(const Pipeline& pipeline, const BinaryCache& cache, int radius)
{
    //! [stage]
    const std::string source = read_kernel(CHAPTER_DIR "/film.cl").text;
    const std::string options = "-D RADIUS=" + std::to_string(radius);
    const BinaryKey key{pipeline.device, source, options};
    const BinaryCache::Program blur = cache.program(pipeline.context, pipeline.device, key);
    //! [stage]
    std::printf("radius %2d: %s\n", radius,
                blur.found == BinaryCache::Found::valid ? "found in the cache" : "built");
    return find_kernel(blur.program, "blur");
}

void film()
{
    Pipeline pipeline;
    const cl::CommandQueue queue{pipeline.context, pipeline.device};
    const std::size_t frame = 8 * frame_pixels;
    pipeline.pass(queue, queue, queue, pipeline.slots(1));
    const std::vector<cl_uchar4> sharp(pipeline.out + frame,
                                       pipeline.out + frame + frame_pixels);

    const BinaryCache cache{"film-cache"};
    blur_of(pipeline, cache, 4);
    blur_of(pipeline, cache, 16);
    pipeline.stages.push_back(blur_of(pipeline, cache, 16));
    pipeline.pass(queue, queue, queue, pipeline.slots(1));
    show(sharp.data(), pipeline.out + frame);
}

int main()
{
    return run(film);
}
