// Exercise 4 with one mistake: what is left after the last step is dropped.
#define EACH 16

// How many of the first `diagonal` steps are ends of pages.
uint cut(global const uint* row_begins, uint pages, uint diagonal)
{
    uint low = 0, high = min(diagonal, pages);
    while (low < high) {
        const uint middle = low + (high - low) / 2;
        if (row_begins[middle + 1] + middle <
            diagonal) // so the end of page `middle` is among the first
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

kernel void weigh(global const uint* row_begins, global const uint* columns,
                  global const uint* sizes, volatile global uint* weights, uint pages)
{
    const uint steps = pages + row_begins[pages], first = get_global_id(0) * EACH;
    if (first >= steps) return;
    uint r = cut(row_begins, pages, first), k = first - r, sum = 0;
    //! [wrong]
    for (uint step = first; step < steps && step - first < EACH; ++step) {
        if (k < row_begins[r + 1]) {
            sum += sizes[columns[k]];
            ++k;
        } else { // the end of page r
            if (sum > 0) atomic_add(&weights[r], sum);
            sum = 0;
            ++r;
        }
    }
    //! [wrong]
}
