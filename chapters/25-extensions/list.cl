// Follows a linked list, one work-item: by the host's own pointers, or by places in a buffer.

//! [walk]
typedef struct node
{
    float value;
    global struct node* next;
} node;

kernel void walk_pointers(global const node* first, global float* sum)
{
    *sum = 0;
    for (global const node* at = first; at != 0; at = at->next) *sum += at->value;
}

kernel void walk_places(global const float* values, global const uint* next, uint first,
                        global float* sum)
{
    *sum = 0;
    for (uint at = first; at != UINT_MAX; at = next[at]) *sum += values[at];
}
//! [walk]
