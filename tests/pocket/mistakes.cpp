// Tests of what a beginner is told: each mistake of the catalogue beside it, with Pocket's words and clang's.
#include "front/front.hpp"
#include "machine/code.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace lockstep::pocket;

namespace
{

const std::string catalogue = LOCKSTEP_SOURCE "/tests/pocket/mistakes.txt";

/// An entry of the catalogue; its format is told there.
struct Mistake
{
    std::string title;
    bool in_kernel = false;
    std::string text = {}, pocket = {}, clang = {}, differs = {};
};

// The body of a kernel, in line 3.
std::string kernel(const std::string& body)
{
    return "kernel void k(global float* a, global const int* b, uint n)\n{\n" + body + "}\n";
}

std::vector<Mistake> mistakes()
{
    std::ifstream file{catalogue};
    std::vector<Mistake> all;
    for (std::string line; std::getline(file, line);) {
        const std::string key = line.substr(0, line.find(": ")),
                          rest = line.substr(std::min(key.size() + 2, line.size()));
        if (key == "mistake" || key == "program")
            all.push_back({.title = rest, .in_kernel = key == "mistake"});
        if (line.starts_with("    ")) all.back().text += line.substr(all.back().in_kernel ? 0 : 4) + "\n";
        if (key == "Pocket") all.back().pocket = rest;
        if (key == "clang") all.back().clang = rest;
        if (key == "differs") all.back().differs = rest;
    }
    for (Mistake& mistake : all)
        if (mistake.in_kernel) mistake.text = kernel(mistake.text);
    return all;
}

/// The first error, else the first warning, as the catalogue has it; "nothing" where there is neither.
std::string said_of(const std::string& text)
{
    Options options;
    options.extensions = {"cl_khr_fp64"};
    const auto program = compile(text, "k.cl", options);
    std::vector<Message> messages = program->messages;
    Notes late;
    for (const auto& function : program->functions)
        if (program->ok && function->is_kernel && function->body) try {
                lower(*program, *function, late);
            } catch (const Refused&) { // it is in the notes
            }
    messages.insert(messages.end(), late.all().begin(), late.all().end());
    for (const bool error : {true, false})
        for (const Message& message : messages)
            if (message.is_error == error)
                return std::to_string(message.place.line) + ":" + std::to_string(message.place.column) +
                       ": " + (error ? "error: " : "warning: ") + message.happened +
                       (message.write.empty() ? "" : "; " + message.write);
    return "nothing";
}

// Writes what Pocket says now into the catalogue, for POCKET_RECORD.
void record()
{
    std::ifstream file{catalogue};
    std::ostringstream written;
    const std::vector<Mistake> all = mistakes();
    std::size_t which = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("Pocket: ")) continue;
        if (line.starts_with("clang: ")) written << "Pocket: " << said_of(all.at(which++).text) << '\n';
        written << line << '\n';
    }
    std::ofstream{catalogue} << written.str();
}

std::shared_ptr<Program> compiled(const std::string& text)
{
    return compile(text, "k.cl", {});
}

bool is_error(const std::string& said)
{
    return said.find("error: ") != std::string::npos;
}

std::string line_of(const std::string& said)
{
    return said.substr(0, said.find(':'));
}

} // namespace

TEST_SUITE("mistakes")
{
    TEST_CASE("each mistake of the catalogue gets its message")
    {
        if (std::getenv("POCKET_RECORD") != nullptr) record();
        std::set<std::string> titles;
        for (const Mistake& mistake : mistakes()) {
            CAPTURE(mistake.title);
            CHECK(said_of(mistake.text) == mistake.pocket);
            CHECK(titles.insert(mistake.title).second);
        }
        CHECK(titles.size() >= 170);
    }

    TEST_CASE("Pocket refuses what clang refuses, in the same line, or the catalogue says why not")
    {
        for (const Mistake& mistake : mistakes()) {
            CAPTURE(mistake.title);
            CAPTURE(mistake.pocket);
            CAPTURE(mistake.clang);
            REQUIRE_FALSE(mistake.clang.empty());
            const bool same = is_error(mistake.pocket) == is_error(mistake.clang) &&
                              (!is_error(mistake.clang) || line_of(mistake.pocket) == line_of(mistake.clang));
            CHECK(same == mistake.differs.empty());
        }
    }

    TEST_CASE("a log has the place, the line, and a mark below it")
    {
        const auto program = compiled(kernel("    a[0] = nn;\n"));
        CHECK(
            build_log(program->messages, program->texts) ==
            "k.cl:3:12: error: there is nothing called nn; did you mean n?\n    a[0] = nn;\n           ^\n");
    }

    TEST_CASE("any text is answered, and none crashes or hangs")
    {
        const std::string whole =
            "#define F(x) (x * 2)\nconstant float t[2] = {1, 2};\nstruct s { int a; float4 b[3]; };\n"
            "int f(int x, struct s y) { switch (x) { case 1: return y.a; default: break; } return F(x); }\n"
            "kernel void k(global float* a, local int* c, uint n) { for (int i = 0; i < 3; ++i) { if (i == "
            "1) continue; "
            "a[i] = t[i & 1] + (float)f(i, (struct s){1}) ? sqrt(a[i]) : vload4(0, a).x; } do { n--; } while "
            "(n > 0); "
            "barrier(CLK_LOCAL_MEM_FENCE); c[0] += atomic_inc(c); printf(\"%d\\n\", c[0]); }\n";
        for (std::size_t i = 0; i < whole.size(); ++i) {
            compiled(whole.substr(0, i));
            std::string without = whole;
            without.erase(i, 1);
            compiled(without);
            std::string other = whole;
            other[i] = "(){};,*&<>0a\"'\\#\n"[i % 17];
            compiled(other);
        }
        compiled(std::string(100'000, '('));
        compiled(std::string(100'000, '{'));
        compiled("#define A A A\n#define B A A A A\nB B B\n");
        compiled("#define X0 a a a a a a a a\n#define X1 X0 X0 X0 X0 X0 X0 X0 X0\n#define X2 X1 X1 X1 X1 X1 "
                 "X1 X1 X1\n"
                 "#define X3 X2 X2 X2 X2 X2 X2 X2 X2\n#define X4 X3 X3 X3 X3 X3 X3 X3 X3\n#define X5 X4 X4 "
                 "X4 X4 X4 X4 X4 X4\n"
                 "#define X6 X5 X5 X5 X5 X5 X5 X5 X5\n#define X7 X6 X6 X6 X6 X6 X6 X6 X6\nX7 X7\n");
        CHECK(true);
    }
}
