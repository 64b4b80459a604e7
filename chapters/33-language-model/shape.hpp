// The shape of a transformer, and where its parameters are.
#pragma once

#include <lockstep/failure.hpp>
#include <lockstep/random.hpp>

#include <CL/cl.h>

#include <cmath>
#include <string>
#include <vector>

namespace language_model
{

using lockstep::Failure;
using Floats = std::vector<float>;
using Tokens = std::vector<cl_uint>;

struct Shape
{
    cl_uint layers = 4, heads = 4, width = 128, context = 128, vocabulary = 96;
    bool operator==(const Shape&) const = default;

    cl_uint head() const { return width / heads; }
    cl_uint padded() const
    {
        return (vocabulary + 31) / 32 * 32;
    } // columns come in thirty-twos
};

// @throws Failure where the kernels cannot work with such a shape.
inline void check(const Shape& shape)
{
    if (shape.layers == 0 || shape.heads == 0 || shape.vocabulary == 0 ||
        shape.width == 0 || shape.context == 0 || shape.width % shape.heads != 0 ||
        shape.head() % 32 != 0 || shape.context % 32 != 0)
        throw Failure(
            "A model of " + std::to_string(shape.width) + " channels with " +
                std::to_string(shape.heads) + " heads and a context of " +
                std::to_string(shape.context) + " tokens cannot be made.",
            "let each head have 32 channels or a multiple of that, and the context a "
            "multiple of 32 tokens");
}

//! [tensors]
// Where each tensor's part of the parameters begins: at a multiple of 128 floats, where a
// sub-buffer may begin.
struct Tensor
{
    std::string name;
    std::size_t begin, count;
};

inline std::vector<Tensor> tensors_of(const Shape& shape)
{
    std::vector<Tensor> tensors;
    std::size_t end = 0;
    const auto add = [&](const std::string& name, std::size_t count) {
        tensors.push_back({name, end, count});
        end += (count + 127) / 128 * 128;
    };
    const std::size_t d = shape.width;
    add("tokens", shape.padded() * d);
    add("positions", shape.context * d);
    for (cl_uint l = 0; l < shape.layers; ++l) {
        const std::string of_layer = " of layer " + std::to_string(l);
        add("gain before attention" + of_layer, d);
        add("shift before attention" + of_layer, d);
        add("queries, keys and values" + of_layer, 3 * d * d);
        add("mix" + of_layer, d * d);
        add("gain before up" + of_layer, d);
        add("shift before up" + of_layer, d);
        add("up" + of_layer, 4 * d * d);
        add("down" + of_layer, 4 * d * d);
    }
    add("last gain", d);
    add("last shift", d);
    return tensors;
}
//! [tensors]

inline std::size_t parameters_of(const Shape& shape)
{
    const Tensor last = tensors_of(shape).back();
    return last.begin + (last.count + 127) / 128 * 128;
}

// Small normal numbers for matrices, 1 for gains, 0 for shifts.
inline Floats first_parameters(const Shape& shape, std::uint64_t seed)
{
    Floats values(parameters_of(shape), 0.0F);
    lockstep::Random random{seed};
    for (const Tensor& tensor : tensors_of(shape)) {
        const bool is_gain = tensor.name.find("gain") != std::string::npos,
                   is_shift = tensor.name.find("shift") != std::string::npos;
        // What a layer adds is smaller the more layers there are.
        const bool adds = tensor.name.starts_with("mix") || tensor.name.starts_with("down");
        const float spread =
            adds ? 0.02F / std::sqrt(2.0F * static_cast<float>(shape.layers)) : 0.02F;
        for (std::size_t i = 0; i < tensor.count; ++i) {
            float& value = values[tensor.begin + i];
            if (is_gain)
                value = 1;
            else if (!is_shift) // twelve uniform numbers add up to a nearly normal one
                for (int n = 0; n < 12; ++n) value += spread * random.uniform(-0.5F, 0.5F);
        }
    }
    return values;
}

} // namespace language_model
