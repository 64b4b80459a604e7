// Merges a long and a short exposure of one scene (an eighth of the time) into a picture. One-dimensional,
// work-groups of any size; work-item i makes pixel i, work-items beyond the last pixel do nothing.

kernel void merge(global const uchar* long_exposure, global const uchar* short_exposure,
                  global uchar* picture, uint pixels)
{
    const uint i = get_global_id(0);
    if (i >= pixels) return;

    const uint l = long_exposure[i];
    const uint s = 8 * short_exposure[i];
    // The blend's weight of s, in 48ths: 0 where only the long exposure counts, 48 where only the short one does.
    const uint weight = clamp(l, 200u, 248u) - 200;
    const uint light = (l * (48 - weight) + s * weight) / 48;
    // The curve bends down at every corner, so each line lies above the others' parts: the least is the curve.
    picture[i] = min(2 * light, min(112 + light / 4, 182 + light / 32));
}
