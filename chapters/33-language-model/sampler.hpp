// Text from a model: each character is drawn from the shares that the model gives it.
#pragma once

#include "model.hpp"
#include "text.hpp"

namespace language_model
{

class Sampler
{
public:
    Sampler(const lockstep::Lab& lab, const Shape& shape, const cl::Buffer& parameters,
            std::uint64_t seed)
        : model_(lab, shape, 1, body_for(lab.device)), random_(seed)
    {
        lab.queue.enqueueCopyBuffer(parameters, model_.parameters, 0, 0,
                                    parameters.getInfo<CL_MEM_SIZE>());
    }

    //! [next]
    // What may come after a text, of which the last whole context counts. A temperature of
    // 0 takes the likeliest.
    cl_uint next(const Tokens& text, float temperature)
    {
        const cl_uint context = model_.shape.context,
                      known = std::min(context, static_cast<cl_uint>(text.size()));
        Tokens tokens(text.end() - known, text.end());
        tokens.resize(context, 0); // what comes later has no say in what comes before
        model_.set_batch(tokens, tokens);
        model_.forward();
        Floats logits = model_.launcher.memory.read(
            model_.logits, std::size_t{known - 1} * model_.shape.padded(),
            model_.shape.vocabulary);
        const auto likeliest = std::ranges::max_element(logits);
        const auto number = static_cast<cl_uint>(likeliest - logits.begin());
        if (temperature <= 0) return number;
        const float most = *likeliest;
        float sum = 0;
        for (float& logit : logits) sum += logit = std::exp((logit - most) / temperature);
        float left = random_.uniform(0, sum);
        for (cl_uint token = 0; token < logits.size(); ++token)
            if ((left -= logits[token]) < 0) return token;
        return number;
    }
    //! [next]

    std::string continued(const Vocabulary& vocabulary, const std::string& beginning,
                          std::size_t length, float temperature)
    {
        Tokens text = vocabulary.tokens_of(beginning);
        if (text.empty())
            throw Failure("There is nothing in \"" + beginning + "\" that the model knows.",
                          "begin with letters, such as 'The kernel'");
        std::string all = beginning;
        for (std::size_t i = 0; i < length; ++i) {
            text.push_back(next(text, temperature));
            all += vocabulary[text.back()];
        }
        return all;
    }

private:
    Model model_;
    lockstep::Random random_;
};

} // namespace language_model
