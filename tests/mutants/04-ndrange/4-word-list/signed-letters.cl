// rejected by: correct, letters beyond ASCII are hashed as bytes from 0 to 255
uint hash_of(global const char* text, uint begin, uint end)
{
    uint hash = 2166136261U;
    for (uint i = begin; i < end; ++i) hash = (hash ^ text[i]) * 16777619U;
    return hash;
}

// The hash of word w goes to hashes[w].
kernel void hash_in_place(global const char* text, global const uint* offsets, global uint* hashes, uint end)
{
    const uint word = get_global_id(0);
    if (word < end) hashes[word] = hash_of(text, offsets[word], offsets[word + 1]);
}

// The hash of the part's first word goes to hashes[0], that of its second to hashes[1], and so on.
kernel void hash_packed(global const char* text, global const uint* offsets, global uint* hashes, uint end)
{
    const uint word = get_global_id(0);
    if (word < end) hashes[word - get_global_offset(0)] = hash_of(text, offsets[word], offsets[word + 1]);
}
