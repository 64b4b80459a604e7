// Weighted sums of five elements that stand above each other. 2D: dimension 0 is the column, dimension 1 the strip of 16 rows.
#define STRIP 16

// An element of the column that begins at `column`, zero outside of the picture.
float at(global const float* column, int y, uint columns, uint rows)
{
    return y >= 0 && y < (int)rows ? column[(size_t)y * columns] : 0;
}

kernel void smooth_columns(global const float* in, global float* out, uint columns, uint rows, float a,
                           float b, float c)
{
    uint x = get_global_id(0);
    int first = get_global_id(1) * STRIP;
    if (x >= columns || first >= (int)rows) return;
    int end = min(first + STRIP, (int)rows);
    float above2 = at(in + x, first - 2, columns, rows);
    float above1 = at(in + x, first - 1, columns, rows);
    float middle = at(in + x, first, columns, rows);
    float below1 = at(in + x, first + 1, columns, rows);
    for (int y = first; y < end; ++y) {
        float below2 = at(in + x, y + 2, columns, rows);
        out[(size_t)y * columns + x] = a * middle + b * (above1 + below1) + c * (above2 + below2);
        above2 = above1;
        above1 = middle;
        middle = below1;
        below1 = below2;
    }
}
