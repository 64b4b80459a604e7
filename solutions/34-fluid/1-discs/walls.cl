// Work-item (x, y) says whether its cell is a wall: 1 if the middle of the cell, (x + 0.5, y + 0.5), is less than a radius away from the middle of
// one of `count` discs, else 0. Disc i has its middle at (discs[3 i], discs[3 i + 1]) and the radius discs[3 i + 2].
kernel void mark_walls(global const float* discs, global uchar* wall, uint columns, uint rows, uint count)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows) return;
    uchar inside = 0;
    for (uint i = 0; i < count; ++i) {
        float across = x + 0.5F - discs[3 * i], along = y + 0.5F - discs[3 * i + 1];
        if (across * across + along * along < discs[3 * i + 2] * discs[3 * i + 2]) inside = 1;
    }
    wall[y * columns + x] = inside;
}
