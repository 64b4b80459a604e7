// The language model of chapter 33: its gradients, what a seed and a checkpoint promise, and what it refuses.
#include "checkpoint.hpp"
#include "reference.hpp"
#include "sampler.hpp"

#include <lockstep/scratch.hpp>
#include <lockstep/text.hpp>

#include "../test_main.hpp"

using namespace language_model;

namespace
{

const lockstep::Lab& lab()
{
    static const lockstep::Lab one;
    return one;
}

const Shape small{1, 2, 64, 32, 40};
const Plan few{7, 6, 2, 1e-2F, 0.1F};

Tokens some_text(std::size_t length, std::uint64_t seed = 1)
{
    return lockstep::random_uints(length, seed, small.vocabulary);
}

std::string refusal(const auto& of)
{
    try {
        of();
    } catch (const Failure& failure) {
        return failure.happened();
    }
    return "";
}

Vocabulary letters(std::size_t count)
{
    std::vector<std::string> all;
    for (std::size_t i = 0; i < count; ++i) all.emplace_back(1, static_cast<char>('0' + i));
    return Vocabulary{all};
}

struct Inputs
{
    Floats parameters;
    Tokens now, next;
};

Inputs inputs_of(const Shape& shape, cl_uint sequences)
{
    Inputs inputs{first_parameters(shape, 5),
                  lockstep::random_uints(std::size_t{sequences} * shape.context, 1, shape.vocabulary),
                  lockstep::random_uints(std::size_t{sequences} * shape.context, 2, shape.vocabulary)};
    const Floats moves = lockstep::random_floats(inputs.parameters.size(), 9, -0.2F, 0.2F);
    for (const Tensor& tensor : tensors_of(shape))
        for (std::size_t i = tensor.begin; i < tensor.begin + tensor.count; ++i)
            inputs.parameters[i] += moves[i];
    return inputs;
}

Floats gradients_of(const Shape& shape, cl_uint sequences, const Inputs& inputs, Body body)
{
    Model model{lab(), shape, sequences, body};
    lab().queue.enqueueWriteBuffer(model.parameters, CL_TRUE, 0, inputs.parameters.size() * sizeof(float),
                                   inputs.parameters.data());
    model.set_batch(inputs.now, inputs.next);
    model.forward();
    model.loss();
    model.backward();
    return lab().read<float>(model.gradients, inputs.parameters.size());
}

void check_gradients_of(const Shape& shape, cl_uint sequences, Body body)
{
    CAPTURE(shape.layers);
    CAPTURE(shape.width);
    const Inputs inputs = inputs_of(shape, sequences);
    for (const Checked& checked :
         check_gradients(shape, inputs.parameters, gradients_of(shape, sequences, inputs, body), inputs.now,
                         inputs.next)) {
        CAPTURE(checked.tensor);
        CHECK(checked.by_device == doctest::Approx(checked.by_differences).epsilon(1e-3));
    }
}

void check_rounded_gradients_of(const Shape& shape, cl_uint sequences)
{
    CAPTURE(shape.layers);
    CAPTURE(shape.width);
    const Inputs inputs = inputs_of(shape, sequences);
    CHECK(worst_apart(shape, gradients_of(shape, sequences, inputs, Body::units),
                      gradients_of(shape, sequences, inputs, Body::cpu)) < 0.02);
}

// A product of units beside the sums of the same rounded operands in double precision; its results may be rounded, too.
void check_product_of_units(const Extent& of, bool a_turned, bool b_turned, bool adds, bool rounds = false)
{
    CAPTURE(of.rows);
    CAPTURE(of.columns);
    CAPTURE(of.depth);
    CAPTURE(a_turned);
    CAPTURE(b_turned);
    Launcher launcher{lab(), Body::units};
    const auto rounded = [&](std::size_t count, std::uint64_t seed, Floats& values) {
        values = lockstep::random_floats(count, seed, -1, 1);
        for (float& value : values) value = std::ldexp(std::rint(std::ldexp(value, 7)), -7); // 8 bits at most
        return launcher.rounded(launcher.memory.operands(count), lab().input(values));
    };
    const cl_uint m = of.rows, n = of.columns, k = of.depth;
    Floats a, b, c(std::size_t{m} * n * of.count, 9.0F);
    const Matrix of_a{rounded(std::size_t{m} * k * of.count, 1, a),
                      {0, 0, m * k, a_turned ? 1 : k, a_turned ? m : 1}},
        of_b{rounded(std::size_t{k} * n * of.count, 2, b), {0, 0, k * n, b_turned ? n : 1, b_turned ? 1 : k}},
        of_c{rounds ? launcher.memory.operands(c.size()) : lab().input(c), {0, 0, m * n, n, 1}};
    const Floats addend = lockstep::random_floats(c.size(), 3, -1, 1);
    launcher.product(of_c, of_a, of_b, of, adds ? lab().input(addend) : cl::Buffer{}, 0.5F);
    const Floats found = launcher.memory.read(of_c.buffer, 0, c.size());
    double worst = 0;
    for (cl_uint z = 0; z < of.count; ++z)
        for (cl_uint row = 0; row < m; ++row)
            for (cl_uint column = 0; column < n; ++column) {
                double sum = 0;
                for (cl_uint i = 0; i < k; ++i)
                    sum += static_cast<double>(a[z * m * k + (a_turned ? i * m + row : row * k + i)]) *
                           b[z * k * n + (b_turned ? i * n + column : column * k + i)];
                const std::size_t at = std::size_t{z} * m * n + row * n + column;
                const double exact = 0.5 * sum + (adds ? addend[at] : 0);
                worst = std::max(worst, std::abs(exact - found[at]) - (rounds ? std::abs(exact) / 256 : 0));
            }
    CHECK(worst < 1e-5 * std::sqrt(k));
}

} // namespace

TEST_CASE("gradients are those of the loss, for every tensor and both bodies of the kernels")
{
    for (const Body body : {Body::cpu, Body::gpu}) {
        check_gradients_of({1, 1, 32, 32, 5}, 1, body);
        check_gradients_of({2, 3, 96, 32, 70}, 2, body);
        check_gradients_of({1, 1, 64, 96, 33}, 1, body);
    }
}

TEST_CASE("products of units are those of their rounded operands, wherever these lie")
{
    for (const bool a_turned : {false, true})
        for (const bool b_turned : {false, true}) {
            check_product_of_units({64, 32, 32}, a_turned, b_turned, false);
            check_product_of_units({40, 72, 96, 3, 3}, a_turned, b_turned, true);
            check_product_of_units({32, 64, 256}, a_turned, b_turned, false); // in parts
            check_product_of_units({200, 264, 192}, a_turned, b_turned, true);
            check_product_of_units({72, 264, 328}, a_turned, b_turned, false); // the last part is shorter
            check_product_of_units({72, 264, 64}, a_turned, b_turned, false, true);
        }
}

TEST_CASE("gradients of units for matrices are those of floats, but for what bfloat16 rounds")
{
    check_rounded_gradients_of({1, 1, 32, 32, 5}, 1);
    check_rounded_gradients_of({2, 3, 96, 32, 70}, 2);
    check_rounded_gradients_of({1, 1, 64, 96, 33}, 1);
}

TEST_CASE("the same seed gives the same losses, another one others")
{
    const Tokens text = some_text(500);
    const auto losses = [&](std::uint64_t seed) {
        Plan plan = few;
        plan.seed = seed;
        Trainer trainer{lab(), small, plan};
        std::vector<double> all;
        for (int i = 0; i < 4; ++i) all.push_back(trainer.step(text));
        return all;
    };
    CHECK(losses(7) == losses(7));
    CHECK(losses(7) != losses(8));
}

TEST_CASE("a model learns what always follows")
{
    Tokens text;
    for (cl_uint i = 0; i < 2000; ++i) text.push_back(i % 7);
    Plan plan = few;
    plan.steps = 60;
    Trainer trainer{lab(), small, plan};
    const double first = trainer.step(text);
    while (trainer.steps_done < plan.steps) trainer.step(text);
    CHECK(first == doctest::Approx(std::log(small.vocabulary)).epsilon(0.05));
    CHECK(trainer.judge(text) < 0.2);
    Sampler sampler{lab(), small, trainer.model.parameters, 1};
    CHECK(sampler.continued(letters(40), "123", 9, 0) == "123456012345");
}

TEST_CASE("a training that is laid aside goes on as if it had not been")
{
    const lockstep::ScratchFolder folder;
    const Tokens text = some_text(500);
    Trainer whole{lab(), small, few}, first{lab(), small, few};
    for (int i = 0; i < 3; ++i) whole.step(text), first.step(text);
    save(folder.path() / "model", first, letters(40));
    const Checkpoint found = load(folder.path() / "model");
    CHECK(found.characters == letters(40).characters());
    Trainer second{lab(), found.header.shape, found.plan()};
    second.set_state({found.parameters, found.means, found.squares}, found.header.steps_done);
    for (int i = 0; i < 3; ++i) CHECK(whole.step(text) == second.step(text));
}

TEST_CASE("a file that is no whole checkpoint is refused with the reason")
{
    const lockstep::ScratchFolder folder;
    const auto file = folder.path() / "model";
    const Trainer trainer{lab(), small, few};
    save(file, trainer, letters(40));
    const std::string good = lockstep::read_bytes(file);
    const auto said = [&](const std::string& bytes) {
        lockstep::write_text(file, bytes);
        return refusal([&] { load(file); });
    };
    CHECK(said(good).empty());
    CHECK(lockstep::contains(said("no model"), "is no checkpoint of this program"));
    CHECK(lockstep::contains(said(""), "is no checkpoint of this program"));
    CHECK(lockstep::contains(said(good.substr(0, good.size() - 1)), "is cut short or was written over"));
    CHECK(lockstep::contains(said(good.substr(0, 60)), "is "));
    CHECK(lockstep::contains(said(good + "x"), "is cut short or was written over"));
    std::string other = good;
    other[offsetof(Header, version)] = 9;
    CHECK(lockstep::contains(said(other), "is of version 9, and this program reads version 1"));
    other = good;
    other[offsetof(Header, shape) + offsetof(Shape, heads)] = 5;
    CHECK(lockstep::contains(said(other), "64 channels with 5 heads"));
    other = good;
    other[offsetof(Header, shape) + offsetof(Shape, layers)] = 3;
    CHECK(lockstep::contains(said(other), "is cut short or was written over"));
    other = good;
    other[offsetof(Header, shape) + offsetof(Shape, vocabulary)] = 41;
    CHECK(lockstep::contains(said(other), "has 40 characters for a model of 41"));
    CHECK(lockstep::contains(refusal([&] { load(folder.path() / "nowhere"); }), "cannot be read"));
}

TEST_CASE("a loss that is no number stops the training, with its step and its kernel")
{
    const Tokens text = some_text(500);
    Trainer trainer{lab(), small, few};
    trainer.step(text);
    Trainer::State state = trainer.state();
    const Tensor down = tensors_of(small)[9];
    REQUIRE(down.name == "down of layer 0");
    state[0][down.begin + 3] = NAN;
    trainer.set_state(state, 1);
    const std::string said = refusal([&] { trainer.step(text); });
    CHECK(lockstep::contains(said, "Step 2: the loss is "));
    CHECK(lockstep::contains(said, "nan"));
    // Units read a rounded copy of the parameters, which is made first.
    CHECK(lockstep::contains(said, body_for(lab().device) == Body::units ? " is rounded, launch 1 "
                                                                         : " is product, launch "));
}

TEST_CASE("one number that is none is found among those of 16 bits, too")
{
    Launcher launcher{lab(), Body::units};
    const auto is_finite = [&](std::size_t place, float value) {
        Floats values(32, -3e38F);
        values[place] = value;
        return launcher.is_finite(
            launcher.rounded(launcher.memory.operands(values.size()), lab().input(values)));
    };
    for (std::size_t place = 0; place < 5; ++place) {
        CHECK(is_finite(place, 1));
        CHECK_FALSE(is_finite(place, NAN));
        CHECK_FALSE(is_finite(place, -INFINITY));
    }
}

TEST_CASE("shapes, texts and devices that do not suffice are refused before the work begins")
{
    CHECK(lockstep::contains(refusal([] { check({1, 3, 64, 32, 9}); }), "64 channels with 3 heads"));
    CHECK(lockstep::contains(refusal([] { check({1, 2, 64, 33, 9}); }), "a context of 33 tokens"));
    CHECK(lockstep::contains(refusal([] { check({0, 2, 64, 32, 9}); }), "cannot be made"));
    CHECK(lockstep::contains(refusal([] {
                                 Model{lab(), {200, 512, 16384, 4096, 9}, 64, Body::cpu};
                             }),
                             "takes more memory than the device has"));
    for (const std::size_t length : {0U, 32U}) {
        Trainer trainer{lab(), small, few};
        CHECK(lockstep::contains(refusal([&] { trainer.step(some_text(length)); }),
                                 "one context alone takes 33"));
    }
    const lockstep::ScratchFolder folder;
    CHECK(lockstep::contains(refusal([&] { book_in(folder.path()); }), "There are not ten lessons"));
    Sampler sampler{lab(), small, lab().input(first_parameters(small, 1)), 1};
    CHECK(lockstep::contains(refusal([&] { sampler.continued(letters(40), "€", 3, 1); }),
                             "There is nothing in \"€\""));
}

TEST_CASE("of a lesson its prose is left")
{
    CHECK(prose_of("# Title\n\n*What it is*\n\n\\callout{try|Now}\nDo\nthis.\n\\endcallout\n\n    ./lockstep "
                   "run 1\n\n"
                   "\\index{a!b}A \\term{word} takes \\value{h100:x} ms.\n\n| a | b |\n|---|---|\n\n"
                   "\\snippet main.cpp x \"Text.\"\n") == "*What it is*\nDo this.\nA word takes 7 ms.\n");
    const Vocabulary vocabulary = vocabulary_of("aab×b×c", 2);
    CHECK(vocabulary.characters() == std::vector<std::string>{"a", "b", "×"});
    CHECK(vocabulary.tokens_of("c×a") == Tokens{2, 0});
    const lockstep::ScratchFolder folder;
    lockstep::write_text(folder.path() / "text", "0123456789abcdefghij");
    CHECK(book_of(folder.path() / "text").learned == "0123456789abcdefgh");
    CHECK(book_of(folder.path() / "text").held_out == "ij");
}

TEST_CASE("a trigram model knows what two characters tell, and no more")
{
    Tokens two_back, three_back;
    lockstep::Random random{3};
    for (std::size_t i = 0; i < 60'000; ++i) {
        two_back.push_back(i < 2 ? 0 : (two_back[i - 2] + 1 + random.below(2)) % 8);
        three_back.push_back(i < 3 ? random.below(8) : (three_back[i - 3] + 1 + random.below(2)) % 8);
    }
    CHECK(trigram_loss(two_back, two_back, 8) == doctest::Approx(std::log(2)).epsilon(0.02));
    CHECK(trigram_loss(three_back, three_back, 8) > 0.95 * std::log(8));
}

int main(int argc, char** argv)
{
    return run_tests(argc, argv);
}
