// Tests of what a beginner is told: for each mistake the line, what is wrong, and what to write.
#include "front/front.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace lockstep::pocket;

namespace
{

struct Mistake
{
    const char* text;
    unsigned line;        ///< of the first error
    const char* happened; ///< part of it
    const char* write;    ///< part of what to write; empty: nothing need be said
};

// The body of a kernel, in line 3.
std::string kernel(const std::string& body)
{
    return "kernel void k(global float* a, global const int* b, uint n)\n{\n    " + body + "\n}\n";
}

std::shared_ptr<Program> compiled(const std::string& text)
{
    Options options;
    options.extensions = {"cl_khr_fp64"};
    return compile(text, "k.cl", options);
}

const Message* first_error(const Program& program)
{
    for (const Message& message : program.messages)
        if (message.is_error) return &message;
    return nullptr;
}

void check(const std::vector<Mistake>& mistakes, bool in_kernel)
{
    for (const Mistake& mistake : mistakes) {
        CAPTURE(mistake.text);
        const auto program = compiled(in_kernel ? kernel(mistake.text) : mistake.text);
        CHECK_FALSE(program->ok);
        const Message* error = first_error(*program);
        REQUIRE(error != nullptr);
        CAPTURE(error->happened);
        CAPTURE(error->write);
        CHECK(error->place.line == mistake.line);
        CHECK(error->happened.find(mistake.happened) != std::string::npos);
        CHECK(error->write.find(mistake.write) != std::string::npos);
    }
}

} // namespace

TEST_SUITE("mistakes")
{
    TEST_CASE("words that are misspelt")
    {
        check({{"uint i = get_globl_id(0);", 3, "no function get_globl_id", "did you mean get_global_id?"},
               {"uint i = get_gloabl_id(0);", 3, "no function get_gloabl_id", "did you mean get_global_id?"},
               {"flaot x = 1.0f;", 3, "nothing called flaot", "did you mean float?"},
               {"a[0] = sqr(2.0f);", 3, "no function sqr", ""},
               {"barier(CLK_LOCAL_MEM_FENCE);", 3, "no function barier", "did you mean barrier?"},
               {"a[0] = nn;", 3, "nothing called nn", "did you mean n?"},
               {"retrun;", 3, "nothing called retrun", "did you mean return?"}},
              true);
    }

    TEST_CASE("signs that are missing")
    {
        check({{"a[0] = 1.0f", 3, "expected ;", "write ; here"},
               {"a[0 = 1.0f;", 3, "", ""},
               {"if (n > 3 a[0] = 1.0f;", 3, "expected ) behind the condition", "write )"},
               {"for (uint i = 0; i < n, ++i) a[i] = 0;", 3, "expected ;", ""},
               {"a[0] = (1.0f + 2.0f;", 3, "expected )", "write )"}},
              true);
        check({{"kernel void k(global float* a)\n{\n    a[0] = 1;\n", 2, "this { has no }", "write }"},
               {"kernel void k(global float* a\n{\n}\n", 1, "expected )", ""},
               {"kernel void k(global float* a)\n    a[0] = 1;\n}\n", 1, "expected {", ""}},
              false);
    }

    TEST_CASE("types that do not go together")
    {
        check({{"float4 v = (float4)(1.0f, 2.0f);", 3, "float4 has 4 components, and here are 2", ""},
               {"float x = (float4)(1.0f);", 3, "is one float, and the value a float4", "name a component"},
               {"float2 v = (float4)(1.0f);", 3, "float2, and the value float4", ".xy"},
               {"int4 v = (float4)(1.0f);", 3, "int4, and the value float4", "convert_int4"},
               {"a[1.5f] = 0;", 3, "an index is a whole number, and this is float", "(uint)"},
               {"float x = a;", 3, "is float, and the value a pointer", "an index behind it"},
               {"a[0] = a[0] % 2.0f;", 3, "needs whole numbers", "fmod"},
               {"a[0] = a[0] ^ 2;", 3, "needs whole numbers", "pown"},
               {"n[0] = 1;", 3, "an index goes behind a pointer or an array, and this is uint", ""},
               {"b[0] = 1;", 3, "is const, so it cannot be changed", ""},
               {"local float* p = a;", 3, "points to local memory, and the value to global", "write global"},
               {"float x = sqrt(2);", 3, "sqrt takes floats, and gets int", "2.0f"},
               {"float4 v = (float4)(0.0f); v.q = 1;", 3, "no component q", ""},
               {"float2 v = (float2)(0.0f); v.z = 1;", 3, "has 2 components", ""},
               {"5 = n;", 3, "nothing to assign to", ""},
               {"int x = 08f;", 3, "is no number", ""}},
              true);
    }

    TEST_CASE("calls that do not fit")
    {
        check({{"a[0] = pow(2.0f);", 3, "pow takes 2 arguments, and gets 1", ""},
               {"uint i = get_global_id();", 3, "get_global_id takes 1 argument, and gets 0", ""},
               {"barrier();", 3, "barrier takes 1 argument, and gets 0", ""},
               {"atomic_inc(b);", 3, "what it points to is const", ""},
               {"atomic_add(a, 1.0f);", 3, "changes an int, a uint", "atomic_cmpxchg"},
               {"atomic_inc(n);", 3, "needs a pointer", "write &"},
               {"printf(n);", 3, "needs its text in quotes", "printf(\""}},
              true);
    }

    TEST_CASE("words of CUDA and C++")
    {
        check({{"int i = threadIdx.x;", 3, "'threadIdx' is not in OpenCL C", "get_local_id(0)"},
               {"__syncthreads();", 3, "'__syncthreads' is not in OpenCL C", "barrier(CLK_LOCAL_MEM_FENCE)"},
               {"auto x = 1;", 3, "'auto' is not in OpenCL C", "name the type"},
               {"float* p = new float[3];", 3, "'new' is not in OpenCL C", "from the host"},
               {"a[0] = sqrtf(2.0f);", 3, "'sqrtf' is not in OpenCL C", "write sqrt"},
               {"atomicAdd(a, 1);", 3, "'atomicAdd' is not in OpenCL C", "atomic_add"},
               {"a[0] = static_cast<float>(n);", 3, "'static_cast' is not in OpenCL C", "in brackets"}},
              true);
        check({{"__global__ void k(float* a) {}\n", 1, "'__global__' is CUDA", "write kernel"},
               {"template <typename T> void f(T x) {}\n", 1, "'template' is C++", ""},
               {"#include <cmath>\nkernel void k() {}\n", 1, "no file 'cmath'", "leave it out"}},
              false);
    }

    TEST_CASE("kernels and memory that cannot be")
    {
        check(
            {{"kernel void k(float* a) {}\n", 1, "points to private memory", "write global"},
             {"kernel float k(global float* a) { return 1; }\n", 1, "a kernel returns nothing", "write void"},
             {"kernel void k(global float* a) { return a[0]; }\n", 1, "a kernel returns nothing",
              "into a buffer"},
             {"kernel void k(uint n) { float x[n]; }\n", 1, "length must be known", "-D"},
             {"float table[2] = {1, 2};\nkernel void k() {}\n", 1, "must be constant", "write constant"},
             {"void f() { local float x[4]; }\nkernel void k() { f(); }\n", 1, "belongs into a kernel",
              "hand a pointer"},
             {"kernel void k() { local float x = 0; }\n", 1, "has no value at its declaration", "a barrier"},
             {"kernel void k(bool b) {}\n", 1, "bool has no fixed size", "write int"},
             {"int f(int n) { return f(n - 1); }\nkernel void k() { f(1); }\n", 1, "calls itself", "loop"},
             {"kernel void k() { goto end; }\n", 1, "goto is not in OpenCL C", ""},
             {"kernel void k() { break; }\n", 1, "outside of a loop", "return"},
             {"kernel void k() { else ; }\n", 1, "no if before it", ""}},
            false);
    }

    TEST_CASE("directives")
    {
        check({{"#if 1\nkernel void k() {}\n", 1, "no end", "#endif"},
               {"#endif\n", 1, "without an #if", ""},
               {"#defin X 1\n", 1, "no directive #defin", "did you mean #define?"},
               {"#if 1 / 0\n#endif\n", 1, "divides by zero", ""},
               {"#include \"none.clh\"\n", 1, "no file 'none.clh'", "-I"},
               {"#error stop here\n", 1, "stop here", ""},
               {"/* no end\n", 1, "comment has no end", "*/"}},
              false);
    }

    TEST_CASE("what is suspicious is warned of, and builds")
    {
        for (const auto& [text, said] : std::vector<std::pair<const char*, const char*>>{
                 {"if (n = 3) a[0] = 1;", "an assignment as a condition"},
                 {"if (n > 3); a[0] = 1;", "all that the if decides about"},
                 {"n == 3;", "not used"},
                 {"for (uint i = 0; i < n; ++i); a[0] = 1;", "all that the loop repeats"}}) {
            CAPTURE(text);
            const auto program = compiled(kernel(text));
            CHECK(program->ok);
            REQUIRE(program->messages.size() == 1);
            CHECK(program->messages[0].happened.find(said) != std::string::npos);
        }
    }

    TEST_CASE("a log has the place, the line, and a mark below it")
    {
        const auto program = compiled(kernel("a[0] = nn;"));
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
