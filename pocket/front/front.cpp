#include "front/front.hpp"

#include "front/parser.hpp"

namespace lockstep::pocket
{

std::shared_ptr<Program> compile(const std::string& text, const std::string& name, const Options& options)
{
    auto program = std::make_shared<Program>();
    Notes notes;
    try {
        const unsigned file = program->texts.add(name, text);
        Preprocessor preprocessor{program->texts, options, notes};
        std::vector<Token> tokens = preprocessor.run(file);
        Parser{std::move(tokens), options, *program, notes}.run();
    } catch (const Refused&) { // it has been noted why
    }
    program->messages = notes.all();
    program->ok = !notes.has_errors();
    return program;
}

} // namespace lockstep::pocket
