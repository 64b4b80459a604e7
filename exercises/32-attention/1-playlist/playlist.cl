// The chance of each song to be played next. Listener r has a score for each song, scores[r * songs + s], and
// chances[r * songs + s] is the softmax of these scores. 1D; work-item r computes the row of listener r, and the launch may be
// larger than the number of listeners.
kernel void next_song(global const float* scores, global float* chances, uint songs, uint listeners)
{
    const uint r = get_global_id(0);
    if (r >= listeners) return;
    scores += r * songs;
    chances += r * songs;
    float shift = 0; // Your code here: what has to be subtracted?
    float sum = 0;
    for (uint s = 0; s < songs; ++s) sum += exp(scores[s] - shift);
    for (uint s = 0; s < songs; ++s) chances[s] = exp(scores[s] - shift) / sum;
}
