// The median of every pixel and its eight neighbours. Work-group (g, h) of 64 work-items makes columns 64 g to 64 g + 63
// of strips `strips` * h to `strips` * h + `strips` - 1; a strip is 8 rows. Work-item i makes column 64 g + i.
// Given: the median of nine values.
float median_of_nine(const float* v)
{
    // Sort each column of three. The median of all nine is the middle one of: the largest of the small ones, the
    // middle one of the middle ones, the smallest of the large ones.
    float small[3], middle[3], large[3];
    for (int i = 0; i < 3; ++i) {
        const float a = min(v[i], v[i + 3]);
        const float b = max(v[i], v[i + 3]);
        small[i] = min(a, v[i + 6]);
        middle[i] = max(a, min(b, v[i + 6]));
        large[i] = max(b, v[i + 6]);
    }
    const float p = max(small[0], max(small[1], small[2]));
    const float low = min(middle[0], middle[1]);
    const float high = max(middle[0], middle[1]);
    const float q = max(low, min(high, middle[2]));
    const float r = min(large[0], min(large[1], large[2]));
    return max(min(p, q), min(max(p, q), r));
}

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void median(global const float* in, global float* out,
                                                                   uint columns, uint rows, uint strips)
{
    // Your code here.
}
