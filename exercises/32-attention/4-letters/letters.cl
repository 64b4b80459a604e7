// Attention within each of many letters, whose words lie one behind the other: letter n has the words begins[n] to
// begins[n + 1] - 1, and a word sees itself and those before it in its letter. q, k, v and out have WIDTH numbers for each word;
// out[i] = sum over j of w[j] v[j], where w is the softmax of q[i] · k[j] / sqrt(WIDTH) over the words j that i sees.
// 2D: dimension 1 is the letter; in dimension 0, group t of TILE work-items has words TILE t to TILE t + TILE - 1 of it, of which
// there may be fewer, or none.
#define TILE 32
#define WIDTH 32

kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void
attend(global const float* q, global const float* k, global const float* v, global const uint* begins,
       global float* out)
{
    local float keys[TILE * WIDTH], values[TILE * WIDTH];
    const uint l = get_local_id(0), first = get_group_id(0) * TILE, i = first + l;
    const uint begin = begins[get_global_id(1)], words = begins[get_global_id(1) + 1] - begin;
    q += begin * WIDTH, k += begin * WIDTH, v += begin * WIDTH, out += begin * WIDTH;
    float query[WIDTH], sums[WIDTH], largest = -INFINITY, sum = 0;
    for (uint d = 0; d < WIDTH; ++d) {
        query[d] = i < words ? q[i * WIDTH + d] / sqrt((float)WIDTH) : 0;
        sums[d] = 0;
    }
    // Your code here.
}
