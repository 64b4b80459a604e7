// async_work_group_copy: `count` elements go to local memory and back by the whole group, for several element types and strides.
//
// Groups are one-dimensional; group g copies elements g * count and up.

#define COPY(NAME, TYPE, ELEMENTS)                                                                           \
    kernel void group_copies_##NAME(global const TYPE* source, global TYPE* result, uint count)              \
    {                                                                                                        \
        local TYPE tile[ELEMENTS];                                                                           \
        const uint first = get_group_id(0) * count;                                                          \
        event_t loaded = async_work_group_copy(tile, source + first, count, 0);                              \
        wait_group_events(1, &loaded);                                                                       \
        event_t stored = async_work_group_copy(result + first, tile, count, 0);                              \
        wait_group_events(1, &stored);                                                                       \
    }

COPY(bytes, uchar, 4096)
COPY(shorts, ushort, 2048)
COPY(words, uint, 1024)
COPY(longs, ulong, 512)
COPY(quads, uint4, 256)

kernel void group_copies_columns(global const uint* source, global uint* result, uint count, uint stride)
{
    local uint tile[1024];
    const uint first = get_group_id(0) * count * stride;
    event_t loaded = async_work_group_strided_copy(tile, source + first, count, stride, 0);
    wait_group_events(1, &loaded);
    event_t stored = async_work_group_strided_copy(result + first, tile, count, stride, 0);
    wait_group_events(1, &stored);
}

// The work-items use the tile, as the book's filters do.
kernel void group_copy_reversed(global const uint* source, global uint* result)
{
    local uint tile[256];
    const uint l = get_local_id(0);
    const uint items = get_local_size(0);
    event_t done = async_work_group_copy(tile, source + get_group_id(0) * items, items, 0);
    wait_group_events(1, &done);
    result[get_global_id(0)] = tile[items - 1 - l];
}
