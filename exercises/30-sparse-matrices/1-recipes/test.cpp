// Tests of the kilocalories of recipes against double precision.
#include <lockstep/exercise.hpp>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;
using Floats = std::vector<float>;

/// Recipes in CSR, and what 100 g of each ingredient have.
struct Recipes
{
    Words row_begins{0}, columns;
    Floats values, kcal;

    std::size_t count() const { return row_begins.size() - 1; }
    void add(const Words& ingredients, const Floats& grams)
    {
        columns.insert(columns.end(), ingredients.begin(), ingredients.end());
        values.insert(values.end(), grams.begin(), grams.end());
        row_begins.push_back(static_cast<cl_uint>(columns.size()));
    }
};

/// Recipes of 0 to `most` ingredients, of which there are 3 * most. Grams and kilocalories are whole numbers.
Recipes random_recipes(std::size_t count, cl_uint most)
{
    Random random{3001 + count + most};
    Recipes recipes;
    for (std::size_t r = 0; r < count; ++r) {
        Words ingredients;
        Floats grams;
        const cl_uint length = random.below(most + 1);
        for (cl_uint i = 0; i < length; ++i) {
            ingredients.push_back(3 * i + random.below(3));
            grams.push_back(static_cast<float>(1 + random.below(40)));
        }
        recipes.add(ingredients, grams);
    }
    for (cl_uint i = 0; i < 3 * most; ++i) recipes.kcal.push_back(static_cast<float>(random.below(900)));
    return recipes;
}

Floats expected_of(const Recipes& recipes)
{
    Floats result;
    for (std::size_t r = 0; r < recipes.count(); ++r) {
        double energy = 0, grams = 0;
        for (std::size_t k = recipes.row_begins[r]; k < recipes.row_begins[r + 1]; ++k) {
            energy += double{recipes.values[k]} * double{recipes.kcal[recipes.columns[k]]};
            grams += double{recipes.values[k]};
        }
        result.push_back(static_cast<float>(grams > 0 ? energy / grams : 0));
    }
    return result;
}

/// Launches work-items `first` to `first + count - 1`, and expects their recipes and no others.
void check_part(const Recipes& recipes, std::size_t group, std::size_t first, std::size_t count)
{
    cl::Kernel kernel = Exercise::get().kernel(
        "recipes.cl", "kcal_of_recipes",
        {"global uint*", "global uint*", "global float*", "global float*", "global float*", "uint"});
    const auto row_begins = input("row_begins", recipes.row_begins),
               columns = input("columns", recipes.columns);
    const auto values = input("values", recipes.values), kcal = input("kcal", recipes.kcal);
    const auto result = output<float>("result", recipes.count());
    launch(kernel, {.global = cl::NDRange(count), .local = cl::NDRange(group), .offset = cl::NDRange(first)},
           row_begins, columns, values, kcal, result, recipes.count());
    INFO("recipes: ", recipes.count(), ", entries: ", recipes.columns.size());
    // Both sums are below 2^24 and exact in any order. A sum of up to 300 quotients makes 300 roundings of 2^-24 each.
    expect_part("result", expected_of(recipes), result.read(),
                [&](std::size_t r) { return r >= first && r < first + count; }, {.relative = 2e-5});
    expect_same("row_begins", recipes.row_begins, row_begins.read());
    expect_same("columns", recipes.columns, columns.read());
    expect_same("values", recipes.values, values.read());
    expect_same("kcal", recipes.kcal, kcal.read());
}

void check(const Recipes& recipes, std::size_t group = 4)
{
    check_part(recipes, group, 0, std::max(round_up(recipes.count(), group), group));
}

} // namespace

TEST_CASE("flour and milk, and eggs and milk")
{
    Recipes recipes;
    recipes.kcal = {1, 350, 2, 64, 150};
    recipes.add({1, 3}, {200, 400});
    recipes.add({3, 4}, {50, 120});
    check(recipes);
}

TEST_CASE("a recipe that weighs nothing has 0")
{
    Recipes recipes;
    recipes.kcal = {717, 350, 64};
    recipes.add({}, {});
    recipes.add({0, 2}, {50, 100});
    recipes.add({1, 2}, {0, 0});
    recipes.add({}, {});
    recipes.add({1}, {80});
    recipes.add({}, {});
    check(recipes);
}

TEST_CASE("a recipe may weigh less than a gram")
{
    Recipes recipes;
    recipes.kcal = {0, 251, 310};
    recipes.add({0, 1}, {0.25F, 0.5F});
    recipes.add({2}, {0.0078125F});
    recipes.add({1, 2}, {0x1p-29F, 0x1p-29F});
    check(recipes);
}

TEST_CASE("any number of recipes and ingredients, in any groups")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check(random_recipes(size.count, 9), size.group);
    if (clean_stage()) return;
    check(random_recipes(211, 300), 48);
    check(random_recipes(70'001, 5), 64);
}

TEST_CASE("a work-item computes its own recipe and no other")
{
    check_part(random_recipes(50, 6), 4, 20, 8);
}
