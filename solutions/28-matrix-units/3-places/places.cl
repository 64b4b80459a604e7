// The best score of each document. A document has four passages, and a passage is a row of 32 floats, 128 bytes, which are
// eight pieces of 16 bytes. A row's score is the sum of its products with `query`; the document's is the best of its four. 1D,
// in groups of 32: work-item i of group g makes document 32 * g + i. The launch has whole groups.
#define DOCUMENTS 32
#define ROWS (DOCUMENTS * 4)
#define PIECES 8

// Where the piece `chunk` of row `row` stands in the slab.
uint place(uint row, uint chunk)
{
    return row * PIECES + (chunk ^ row / 4 % PIECES);
}

kernel __attribute__((reqd_work_group_size(DOCUMENTS, 1, 1))) void
best_scores(global const float4* rows, constant float4* query, global float* scores, uint documents)
{
    local float4 slab[ROWS * PIECES];
    const uint item = get_local_id(0);
    const size_t document = get_global_id(0);
    const size_t first = (document - item) * 4 * PIECES, end = (size_t)documents * 4 * PIECES;

    // Neighbouring work-items bring neighbouring pieces: eight of them a row.
    for (uint i = item; i < ROWS * PIECES; i += DOCUMENTS)
        slab[place(i / PIECES, i % PIECES)] = first + i < end ? rows[first + i] : (float4)(0);
    barrier(CLK_LOCAL_MEM_FENCE);

    // Each work-item goes along its own four rows, one after the other.
    float best = -INFINITY;
    for (uint row = item * 4; row < item * 4 + 4; ++row) {
        float score = 0;
        for (uint chunk = 0; chunk < PIECES; ++chunk) score += dot(slab[place(row, chunk)], query[chunk]);
        best = fmax(best, score);
    }
    if (document < documents) scores[document] = best;
}
