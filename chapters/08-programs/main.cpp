// From source to binary: options, specialisation, linking, binaries that are kept, and what lies in between.
#include "artefacts.hpp"
#include "binaries.hpp"
#include "build_log.hpp"
#include "cached.hpp"
#include "link.hpp"
#include "options.hpp"
#include "specialise.hpp"
#include "spirv.hpp"

#include <lockstep/run.hpp>

int main(int argc, char** argv)
{
    const std::vector<std::string> words{argv, argv + argc};
    return run([&] {
        if (words.size() == 3 && words[1] == "--load") return load_only(words[2]);
        const Lab lab;
        options_table(lab);
        specialisation(lab);
        compile_and_link(lab);
        binaries(lab, words[0]);
        cached(lab);
        artefacts();
        build_log(lab);
        spirv(lab);
    });
}
