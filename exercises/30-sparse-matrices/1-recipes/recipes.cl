// Kilocalories of 100 g of each recipe. Recipe r takes values[k] grams of ingredient columns[k], for k from row_begins[r] to
// row_begins[r + 1] - 1, and 100 g of ingredient i have kcal[i]. 1D; work-item r computes result[r], and the launch may be
// larger than the number of recipes.
kernel void kcal_of_recipes(global const uint* row_begins, global const uint* columns,
                            global const float* values, global const float* kcal, global float* result,
                            uint recipes)
{
    const uint r = get_global_id(0);
    if (r >= recipes) return;
    float energy = 0, grams = 0;
    // Your code here.
    result[r] = energy / grams; // and if the recipe weighs nothing?
}
