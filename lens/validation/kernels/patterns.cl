// Any pattern of addresses, for every width and either memory: work-item i asks for the element that places[i] names, or
// for none where places[i] is 0xFFFFFFFF. Groups are one-dimensional; the table is the same for every group.

#define NOBODY 0xFFFFFFFFu

#define GLOBAL_PATTERNS(NAME, TYPE)                                                                          \
    kernel void global_load_##NAME(global const TYPE* source, global TYPE* result,                           \
                                   global const uint* places)                                                \
    {                                                                                                        \
        const uint place = places[get_local_id(0)];                                                          \
        if (place != NOBODY) result[get_global_id(0)] = source[place];                                       \
    }                                                                                                        \
    kernel void global_store_##NAME(global TYPE* result, global const uint* places)                          \
    {                                                                                                        \
        const uint place = places[get_local_id(0)];                                                          \
        if (place != NOBODY) result[place] = (TYPE)(3 * place);                                              \
    }

GLOBAL_PATTERNS(bytes, uchar)
GLOBAL_PATTERNS(shorts, ushort)
GLOBAL_PATTERNS(words, uint)
GLOBAL_PATTERNS(longs, ulong)
GLOBAL_PATTERNS(quads, uint4)

// The arrays hold 8 KiB. What a load asks for was written word by word; what a store wrote is read word by word.
#define LOCAL_PATTERNS(NAME, TYPE)                                                                           \
    kernel void local_load_##NAME(global TYPE* result, global const uint* places)                            \
    {                                                                                                        \
        local uint4 array[512];                                                                              \
        local uint* words = (local uint*)array;                                                              \
        const uint items = get_local_size(0);                                                                \
        _Pragma("unroll 1") for (uint i = get_local_id(0); i < 2048; i += items) words[i] = 0x01020304u * i; \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                        \
        const uint place = places[get_local_id(0)];                                                          \
        if (place != NOBODY) result[get_global_id(0)] = ((local TYPE*)array)[place];                         \
    }                                                                                                        \
    kernel void local_store_##NAME(global uint* result, global const uint* places)                           \
    {                                                                                                        \
        local uint4 array[512];                                                                              \
        local uint* words = (local uint*)array;                                                              \
        const uint items = get_local_size(0);                                                                \
        _Pragma("unroll 1") for (uint i = get_local_id(0); i < 2048; i += items) words[i] = 0x01020304u * i; \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                        \
        const uint place = places[get_local_id(0)];                                                          \
        if (place != NOBODY) ((local TYPE*)array)[place] = (TYPE)(3 * place);                                \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                        \
        _Pragma("unroll 1") for (uint i = get_local_id(0); i < 2048; i += items)                             \
            result[2048 * get_group_id(0) + i] = words[i];                                                   \
    }

LOCAL_PATTERNS(bytes, uchar)
LOCAL_PATTERNS(shorts, ushort)
LOCAL_PATTERNS(words, uint)
LOCAL_PATTERNS(longs, ulong)
LOCAL_PATTERNS(quads, uint4)
