// Kernels of chance, typed as the language asks, so that most of them reach the machine.
#include "front/builtins.hpp"
#include "fuzz_texts.hpp"

namespace lockstep::pocket::test
{

namespace
{

const std::vector<std::string> scalars{"char", "uchar", "short", "ushort", "int",    "uint",
                                       "long", "ulong", "float", "float",  "double", "half"};
const std::vector<std::string> widths{"", "", "", "2", "3", "4", "8", "16"};

struct Kind // of a value
{
    std::string scalar, width;
    std::string name() const { return scalar + width; }
    bool is_float() const { return scalar == "float" || scalar == "double" || scalar == "half"; }
    bool is_vector() const { return !width.empty(); }
};

class Writer
{
public:
    explicit Writer(Chance& chance) : chance_(chance) {}

    std::string program()
    {
        text_ =
            "struct s { int x; float4 v; char c[3]; };\nconstant float table[4] = {1, 2, 3.5f, -0.0f};\n"
            "#define TWICE(x) ((x) + (x))\nint helper(int x, global int* p) { if (x > 3) return p[0]; "
            "return x; }\nstruct s whole(int x) { struct s made = {x, (float4)(x), {1, 2}}; return made; }\n"
            "kernel void k(global int* a, global float* b, local int* l, constant uint* c, int n, float4 f, "
            "read_only image2d_t in, write_only image2d_t out, sampler_t how, global void* v)\n{\n"
            "    uint i = get_global_id(0), j = get_local_id(0);\n    struct s st = {1, f};\n"
            "    float array[4] = {0};\n    local float shared[8];\n";
        for (std::size_t count = 1 + chance_.below(6); count > 0; --count) statement(3);
        return text_ + "}\n";
    }

private:
    Kind any_kind()
    {
        Kind kind{chance_.of(scalars), chance_.of(widths)};
        if (kind.scalar == "half" && kind.is_vector()) kind.scalar = "float";
        return kind;
    }

    std::string number(const Kind& kind)
    {
        static const std::vector<std::string> reals{"0.0f", "1.0f",      "-2.5f", "1e38f",
                                                    "NAN",  "-INFINITY", "1e-40f"};
        static const std::vector<std::string> wholes{"0",   "1",           "-1",         "7",
                                                     "31",  "64",          "0x7fffffff", "0xffffffffu",
                                                     "255", "-2147483647", "'a'",        "1000000007"};
        return "(" + kind.name() + ")(" + (kind.is_float() ? chance_.of(reals) : chance_.of(wholes)) + ")";
    }

    std::string index()
    {
        return chance_.one_in(6) ? value({"int", ""}, 1) : chance_.one_in(2) ? "(i & 3)" : "(j & 7)";
    }

    // A place of a scalar type in some memory.
    std::string place(const std::string& scalar)
    {
        if (scalar == "int")
            return chance_.of(
                std::vector<std::string>{"a[" + index() + "]", "l[" + index() + "]", "n", "st.x"});
        if (scalar == "float")
            return chance_.of(std::vector<std::string>{"b[" + index() + "]", "array[" + index() + "]",
                                                       "shared[" + index() + "]", "st.v.y", "f.x"});
        if (scalar == "char") return "st.c[" + index() + "]";
        return "*((global " + scalar + "*)v + " + index() + ")";
    }

    std::string call(const Kind& kind, unsigned depth)
    {
        const auto same = [&] { return value(kind, depth - 1); };
        static const std::vector<std::string> ones{
            "sqrt",  "sin",   "exp",   "log2", "floor",   "rint",   "fabs", "tgamma", "cbrt",  "erf",
            "sinpi", "round", "rsqrt", "sign", "degrees", "lgamma", "logb", "tanpi",  "trunc", "acos"};
        static const std::vector<std::string> twos{"pow",    "fmod",      "atan2",     "fmin",     "fmax",
                                                   "hypot",  "nextafter", "remainder", "copysign", "step",
                                                   "maxmag", "fdim",      "powr"};
        static const std::vector<std::string> whole_ones{"clz", "popcount"};
        static const std::vector<std::string> whole_twos{"add_sat", "sub_sat", "hadd", "rhadd",
                                                         "mul_hi",  "rotate",  "min",  "max"};
        static const std::vector<std::string> whole_threes{"mad_sat", "mad_hi", "clamp", "bitselect"};
        if (kind.is_float()) switch (chance_.below(4)) {
            case 0:
                return chance_.of(ones) + "(" + same() + ")";
            case 1:
                return chance_.of(twos) + "(" + same() + ", " + same() + ")";
            case 2:
                return "fma(" + same() + ", " + same() + ", " + same() + ")";
            default:
                return (chance_.one_in(2) ? "ldexp(" : "pown(") + same() + ", " +
                       value({"int", kind.width}, depth - 1) + ")";
            }
        switch (chance_.below(3)) {
        case 0:
            return chance_.of(whole_ones) + "(" + same() + ")";
        case 1:
            return chance_.of(whole_twos) + "(" + same() + ", " + same() + ")";
        default:
            return chance_.of(whole_threes) + "(" + same() + ", " + same() + ", " + same() + ")";
        }
    }

    // A call of any function with any arguments as many as it takes.
    std::string any_call(unsigned depth)
    {
        const Builtin& builtin = *find_builtin(chance_.of(builtin_names()));
        std::string text = builtin.name + "(";
        const std::size_t count = builtin.arguments == 0xff ? chance_.below(5) : builtin.arguments;
        static const std::vector<std::string> others{"a",      "b",         "l",  "c",    "f",  "in",
                                                     "out",    "how",       "v",  "&st",  "&n", "array",
                                                     "\"%d\"", "(int2)(1)", "st", "&a[1]"};
        for (std::size_t i = 0; i < count; ++i)
            text +=
                (i > 0 ? ", " : "") + (chance_.one_in(2) ? chance_.of(others) : value(any_kind(), depth - 1));
        return text + ")";
    }

    std::string value(const Kind& kind, unsigned depth)
    {
        if (depth == 0) return !kind.is_vector() && chance_.one_in(2) ? place(kind.scalar) : number(kind);
        const auto same = [&] { return value(kind, depth - 1); };
        static const std::vector<std::string> both{"+", "-", "*", "/"};
        static const std::vector<std::string> whole{"%", "&", "|", "^", "<<", ">>"};
        static const std::vector<std::string> compared{"<", ">", "<=", ">=", "==", "!="};
        switch (chance_.below(12)) {
        case 0:
        case 1:
            return number(kind);
        case 2:
            return "(" + same() + " " + chance_.of(kind.is_float() || chance_.one_in(2) ? both : whole) +
                   " " + same() + ")";
        case 3:
            return call(kind, depth);
        case 4:
            return "convert_" + kind.name() +
                   (kind.is_float()     ? ""
                    : chance_.one_in(2) ? "_sat"
                                        : "_rte") +
                   "(" + value({chance_.of(scalars), kind.width}, depth - 1) + ")";
        case 5: {
            const std::string of = kind.scalar == "float"    ? "uint"
                                   : kind.scalar == "double" ? "long"
                                   : kind.scalar == "int"    ? "float"
                                                             : kind.scalar;
            return "as_" + kind.name() + "(" + value({of, kind.width}, depth - 1) + ")";
        }
        case 6:
            return kind.is_vector()
                       ? "((" + same() + ").s" + (chance_.one_in(2) ? "0" : "1") + " + " + same() + ")"
                       : "((" + same() + " " + chance_.of(compared) + " " + same() + ") ? " + same() + " : " +
                             same() + ")";
        case 7:
            return kind.is_vector() && kind.width != "3"
                       ? "vload" + kind.width + "(" + index() + ", (global " + kind.scalar + "*)v)"
                       : "(-" + same() + ")";
        case 8:
            return !kind.is_vector() ? "(" + value({kind.scalar, "4"}, depth - 1) + ").w" : same();
        case 9:
            return !kind.is_vector() && chance_.one_in(2) ? "(" + place(kind.scalar) + " = " + same() + ")"
                                                          : same();
        case 10:
            return kind.scalar == "int" && !kind.is_vector() ? "helper(" + same() + ", a)" : same();
        default:
            return chance_.one_in(6) ? any_call(depth) : kind.is_vector() ? number(kind) : place(kind.scalar);
        }
    }

    void statement(unsigned depth)
    {
        static const std::vector<std::string> fixed{"barrier(CLK_LOCAL_MEM_FENCE);",
                                                    "a[i & 3] = atomic_add(&l[0], n);",
                                                    "return;",
                                                    "printf(\"%d %5.2f %v4f %s|%%\\n\", n, b[0], f, \"x\");",
                                                    "st = whole(n);",
                                                    "l[j] = j;",
                                                    "write_imagef(out, (int2)(i, j), f);",
                                                    "f = read_imagef(in, how, (float2)(i, j));",
                                                    "async_work_group_copy(l, a, 4, 0);",
                                                    "event_t e = 0; wait_group_events(1, &e);",
                                                    "f.zy = f.xw;",
                                                    "a[i] = get_image_width(in);",
                                                    "b[i & 3] += dot(f, f.wzyx);",
                                                    "n++;",
                                                    "--l[j & 3];",
                                                    "shared[j & 7] = table[j & 3];",
                                                    "f = normalize(f);",
                                                    "a[1] = atomic_cmpxchg(a, 1, n);"};
        const Kind kind = any_kind();
        switch (depth == 0 ? 0 : chance_.below(9)) {
        case 0:
        case 1:
            text_ += kind.name() + " x" + std::to_string(names_++) + " = " + value(kind, 3) + ";\n";
            break;
        case 2: {
            const std::string scalar = chance_.of(scalars);
            text_ += place(scalar) + (chance_.one_in(3) ? " += " : " = ") + value({scalar, ""}, 3) + ";\n";
            break;
        }
        case 3:
            text_ += "if (" + value({"int", ""}, 2) + ") {\n";
            statement(depth - 1);
            text_ += "} else {\n";
            statement(0);
            text_ += "}\n";
            break;
        case 4:
            text_ += "for (int y = 0; y < " + value({"int", ""}, 1) + "; ++y) {\n";
            statement(depth - 1);
            text_ += chance_.one_in(2) ? "if (y > 3) break;\n}\n" : "if (y > (int)j) continue;\nn--;\n}\n";
            break;
        case 5:
            text_ += "switch (" + value({"int", ""}, 1) + ") {\ncase 1: {\n";
            statement(0);
            text_ += "break; }\ndefault: {\n";
            statement(0);
            text_ += "}}\n";
            break;
        case 6:
            text_ += any_call(2) + ";\n";
            break;
        default:
            text_ += chance_.of(fixed) + "\n";
        }
    }

    Chance& chance_;
    std::string text_;
    unsigned names_ = 0;
};

} // namespace

std::string generated(Chance& chance)
{
    return Writer{chance}.program();
}

} // namespace lockstep::pocket::test
