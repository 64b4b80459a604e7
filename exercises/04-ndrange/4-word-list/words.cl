// FNV-1a hashes of a part of a word list. Word w is text[offsets[w]] .. text[offsets[w + 1] - 1]; the
// launch's global offset is the part's first word, `end` is the word after its last. One work-item a word;
// the launch may reach beyond end.

// The hash of word w goes to hashes[w].
kernel void hash_in_place(global const char* text, global const uint* offsets, global uint* hashes, uint end)
{
    // Your code here.
}

// The hash of the part's first word goes to hashes[0], that of its second to hashes[1], and so on.
kernel void hash_packed(global const char* text, global const uint* offsets, global uint* hashes, uint end)
{
    // Your code here.
}
