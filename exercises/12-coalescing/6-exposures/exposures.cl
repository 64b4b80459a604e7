// The middle one of many exposures of a scene, pixel by pixel. 2D, work-groups of any shape; work-item (x, y) makes pixel (x, y), the
// launch may be larger than the picture. Rows are `pitch` apart, in every frame and in the picture; what lies behind a row's
// `columns` pixels is nobody's. `work` has as many elements as all frames together, and holds nothing of use before or after.

// Frame k was taken with the camera moved: what is at (x, y) in the picture is at (x, y) + (shift[2 * k], shift[2 * k + 1]) in the
// frame. Beyond the frame's rim its nearest pixel counts.
int exposed(global const int* frames, global const int* shift, uint k, uint x, uint y, uint columns,
            uint rows, uint pitch)
{
    const uint from_x = clamp((int)x + shift[2 * k], 0, (int)columns - 1);
    const uint from_y = clamp((int)y + shift[2 * k + 1], 0, (int)rows - 1);
    return frames[(k * rows + from_y) * pitch + from_x];
}

kernel void middle_of(global const int* frames, global const int* shift, global int* work,
                      global int* picture, uint count, uint columns, uint rows, uint pitch)
{
    const uint x = get_global_id(0);
    const uint y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    // Each pixel's exposures in order of size, the list of one pixel behind that of another.
    global int* list = work + (y * pitch + x) * count;
    for (uint k = 0; k < count; ++k) {
        int value = exposed(frames, shift, k, x, y, columns, rows, pitch);
        for (uint j = 0; j < k; ++j) {
            const int other = list[j];
            list[j] = min(other, value);
            value = max(other, value);
        }
        list[k] = value;
    }
    picture[y * pitch + x] = list[(count - 1) / 2];
}
