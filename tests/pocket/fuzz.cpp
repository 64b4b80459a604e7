// Any text as a kernel is answered: compiled, translated and executed under sanitizers, without a crash, a hang or a leak.
//     pocket-fuzz FOLDER [INPUTS [SEED [FROM]]]    INPUTS texts from the FROM-th on, out of the kernels in FOLDER
//     pocket-fuzz FOLDER show SEED NUMBER          prints that text
#include "front/front.hpp"
#include "fuzz_texts.hpp"
#include "machine/code.hpp"
#include "machine/machine.hpp"

#include <sanitizer/asan_interface.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <sys/time.h>

using namespace lockstep::pocket;

namespace
{

namespace fs = std::filesystem;

std::uint64_t seed = 1, number = 0; // of the present input
std::size_t accepted = 0, launched = 0, refused_late = 0, with_findings = 0;

void tell_input()
{
    std::fprintf(stderr, "This was input %llu of seed %llu: pocket-fuzz FOLDER show %llu %llu\n",
                 static_cast<unsigned long long>(number), static_cast<unsigned long long>(seed),
                 static_cast<unsigned long long>(seed), static_cast<unsigned long long>(number));
}

// An input may take a minute of the processor, a thousand times what any should.
constexpr int most_seconds = 60;

extern "C" void hangs(int)
{
    std::fprintf(stderr, "An input that does not end.\n");
    tell_input();
    std::_Exit(1);
}

std::vector<std::string> texts_in(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const char* part : {"chapters", "exercises", "kernels", "solutions", "tests"})
        if (fs::exists(folder / part))
            for (const auto& entry : fs::recursive_directory_iterator{folder / part})
                if (entry.path().extension() == ".cl" && entry.file_size() < 20'000)
                    files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<std::string> texts;
    for (const fs::path& file : files) {
        std::ostringstream text;
        text << std::ifstream{file}.rdbuf();
        texts.push_back(text.str());
    }
    return texts;
}

std::string text_of(const std::vector<std::string>& texts, test::Chance& chance)
{
    const std::size_t kind = chance.below(16);
    return kind == 0  ? test::repeated(chance)
           : kind < 8 ? test::generated(chance)
                      : test::mutated(texts, chance);
}

/// Memory and arguments of a launch, as many and as large as the kernel's parameters ask for.
class Launch
{
public:
    Launch(const Function& kernel, test::Chance& chance)
        : memory_(kernel.parameters.size()), objects_(memory_.size()), images_(memory_.size())
    {
        for (std::size_t i = 0; i < memory_.size(); ++i) {
            const Type& type = *kernel.parameters[i]->type;
            Argument argument;
            memory_[i].resize(type.is_pointer() || type.is == Type::Is::image ? 256 : type.size());
            for (std::byte& byte : memory_[i])
                byte = static_cast<std::byte>(chance.below(chance.one_in(3) ? 256 : 5));
            if (type.is == Type::Is::image) {
                images_[i] = {.columns = 4,
                              .rows = 4,
                              .slices = 1,
                              .row_pitch = 16,
                              .slice_pitch = 64,
                              .dimensions = type.image.starts_with("image1d") ? 1U
                                            : type.image == "image3d_t"       ? 3U
                                                                              : 2U,
                              .is_array = type.image.find("array") != std::string::npos,
                              .data = memory_[i].data()};
                argument = {.is = Argument::Is::image, .image = &images_[i]};
            } else if (type.is == Type::Is::sampler) {
                argument = {.is = Argument::Is::sampler,
                            .sampler = static_cast<std::uint32_t>(chance.below(64))};
            } else if (type.is_pointer() && type.space == Space::local) {
                argument = {.is = Argument::Is::local, .local_bytes = 64};
            } else if (type.is_pointer()) {
                objects_[i].data = memory_[i].data();
                objects_[i].size = chance.one_in(9) ? chance.below(256) : 256;
                written_.emplace_back(256, chance.one_in(4) ? 0 : 1);
                objects_[i].written = written_.back().data();
                argument = {.is = Argument::Is::buffer, .buffer = chance.one_in(30) ? nullptr : &objects_[i]};
            } else {
                argument = {.is = Argument::Is::value, .bytes = memory_[i]};
            }
            arguments.push_back(std::move(argument));
        }
    }

    std::vector<Argument> arguments;

private:
    std::vector<std::vector<std::byte>> memory_;
    std::vector<Object> objects_;
    std::vector<Picture> images_;
    std::deque<std::vector<std::uint8_t>> written_;
};

void launch(const Code& code, const Function& kernel, test::Chance& chance)
{
    Launch made{kernel, chance};
    LaunchSizes sizes;
    sizes.dimensions = 2;
    sizes.group = kernel.group[0] != 0
                      ? kernel.group
                      : std::array<std::size_t, 3>{1 + chance.below(40), 1 + chance.below(2), 1};
    if (sizes.group[0] > 1024 || sizes.group[1] > 1024 || sizes.group[2] > 1024 ||
        sizes.group[0] * sizes.group[1] * sizes.group[2] > 1024) // the host refuses it
        return;
    for (unsigned d = 0; d < 3; ++d) sizes.global[d] = sizes.group[d] * (d == 0 ? 2 : 1);
    MachineOptions options;
    options.lanes = 4U << chance.below(5);
    options.most_steps = 20'000;
    options.seed = chance.below(2);
    ++launched;
    if (!execute(code, sizes, made.arguments, options).findings.empty()) ++with_findings;
}

void answer(const std::string& text, test::Chance& chance)
{
    static const std::vector<unsigned> versions{120, 120, 200, 300};
    Options options;
    options.version = chance.of(versions);
    options.extensions = {"cl_khr_fp64", "cl_khr_fp16", "cl_khr_int64_base_atomics"};
    const auto program = compile(text, "fuzz.cl", options);
    if (build_log(program->messages, program->texts).empty() && !program->ok)
        std::abort(); // refused without a word
    if (!program->ok) return;
    ++accepted;
    for (const auto& function : program->functions) {
        if (!function->is_kernel || !function->body) continue;
        Notes notes;
        try {
            launch(*lower(*program, *function, notes), *function, chance);
        } catch (const Refused&) {
            ++refused_late;
            if (notes.all().empty()) std::abort();
        }
    }
}

} // namespace

int main(int count, char** words)
{
    const auto word = [&](int at, const char* otherwise) { return at < count ? words[at] : otherwise; };
    const auto whole = [&](int at, const char* otherwise) {
        return std::strtoull(word(at, otherwise), nullptr, 10);
    };
    const std::vector<std::string> texts = texts_in(word(1, "."));
    const bool shows = std::strcmp(word(2, ""), "show") == 0;
    if (texts.empty()) {
        std::fprintf(stderr, "There are no kernels in %s.\n", word(1, "."));
        return 2;
    }
    seed = whole(3, "1");
    number = whole(4, "0");
    const std::uint64_t end = number + (shows ? 1 : whole(2, "2000"));
    __sanitizer_set_death_callback(tell_input);
    std::signal(SIGVTALRM, hangs);
    for (; number < end; ++number) {
        test::Chance chance{seed, number};
        const std::string text = text_of(texts, chance);
        if (shows) {
            std::fwrite(text.data(), 1, text.size(), stdout);
            return 0;
        }
        const itimerval limit{{0, 0}, {most_seconds, 0}};
        setitimer(ITIMER_VIRTUAL, &limit, nullptr);
        answer(text, chance);
    }
    std::printf("%llu inputs of seed %llu: %zu programs, %zu launches, %zu of them with findings; %zu "
                "kernels refused by the machine\n",
                static_cast<unsigned long long>(end - whole(4, "0")), static_cast<unsigned long long>(seed),
                accepted, launched, with_findings, refused_late);
    return accepted == 0 || launched == 0 ? 1 : 0;
}
