// A training that can be laid aside: everything a step depends on, in one file.
#pragma once

#include "training.hpp"

#include <cstring>
#include <filesystem>

namespace language_model
{

//! [format]
// The file: these words, the vocabulary's bytes, then parameters, means and squares as
// floats, and `ending`.
struct Header
{
    char name[8] = {'L', 'O', 'C', 'K', 'S', 'T', 'E', 'P'};
    cl_uint version = 1;
    Shape shape;
    cl_uint steps_done = 0, steps = 0, sequences = 0;
    float rate = 0, decay = 0;
    std::uint64_t seed = 0, vocabulary_bytes = 0;
};
constexpr std::string_view ending = "WHOLE";
//! [format]

struct Checkpoint
{
    Header header;
    std::vector<std::string> characters;
    Floats parameters, means, squares;

    Plan plan() const
    {
        return {header.seed, header.steps, header.sequences, header.rate, header.decay};
    }
};

inline void save(const std::filesystem::path& file, const Trainer& trainer,
                 const Vocabulary& vocabulary)
{
    std::string characters;
    for (const std::string& character : vocabulary.characters()) characters += character;
    Header header;
    header.shape = trainer.model.shape;
    header.steps_done = trainer.steps_done;
    header.steps = trainer.plan.steps;
    header.sequences = trainer.plan.sequences;
    header.rate = trainer.plan.rate;
    header.decay = trainer.plan.decay;
    header.seed = trainer.plan.seed;
    header.vocabulary_bytes = characters.size();
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    bytes += characters;
    for (const Floats& values : trainer.state())
        bytes.append(reinterpret_cast<const char*>(values.data()),
                     values.size() * sizeof(float));
    lockstep::replace_text(file, bytes += ending);
}

// @throws Failure where the file is no checkpoint, one of another version, or not whole.
inline Checkpoint load(const std::filesystem::path& file)
{
    const std::string bytes = lockstep::read_bytes(file);
    const auto refuse = [&](const std::string& why) {
        throw Failure(file.string() + " " + why,
                      "train anew, or name another file by --model");
    };
    Checkpoint checkpoint;
    if (bytes.size() < sizeof(Header) ||
        std::memcmp(bytes.data(), checkpoint.header.name, 8) != 0)
        refuse("is no checkpoint of this program.");
    std::memcpy(&checkpoint.header, bytes.data(), sizeof(Header));
    const Header& header = checkpoint.header;
    if (header.version != Header{}.version)
        refuse("is of version " + std::to_string(header.version) +
               ", and this program reads version " + std::to_string(Header{}.version) +
               ".");
    check(header.shape);
    const std::size_t floats = parameters_of(header.shape),
                      whole = sizeof(Header) + header.vocabulary_bytes +
                              3 * floats * sizeof(float) + ending.size();
    if (bytes.size() != whole || !bytes.ends_with(ending))
        refuse("is cut short or was written over: it has " + std::to_string(bytes.size()) +
               " bytes, and not " + std::to_string(whole) + ".");
    checkpoint.characters =
        characters_of(bytes.substr(sizeof(Header), header.vocabulary_bytes));
    if (checkpoint.characters.size() != header.shape.vocabulary)
        refuse("has " + std::to_string(checkpoint.characters.size()) +
               " characters for a model of " + std::to_string(header.shape.vocabulary) +
               ".");
    const char* at = bytes.data() + sizeof(Header) + header.vocabulary_bytes;
    for (Floats* values :
         {&checkpoint.parameters, &checkpoint.means, &checkpoint.squares}) {
        values->resize(floats);
        std::memcpy(values->data(), at, floats * sizeof(float));
        at += floats * sizeof(float);
    }
    return checkpoint;
}

} // namespace language_model
