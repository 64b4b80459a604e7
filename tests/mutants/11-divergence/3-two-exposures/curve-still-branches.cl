// rejected by: lens, merge divergent_branches
kernel void merge(global const uchar* long_exposure, global const uchar* short_exposure,
                  global uchar* picture, uint pixels)
{
    const uint i = get_global_id(0);
    if (i >= pixels) return;

    const uint l = long_exposure[i];
    const uint s = 8 * short_exposure[i];
    const uint weight = clamp(l, 200u, 248u) - 200;
    const uint light = (l * (48 - weight) + s * weight) / 48;
    if (light < 64) {
        picture[i] = 2 * light;
    } else {
        if (light < 320)
            picture[i] = 128 + (light - 64) / 4;
        else
            picture[i] = 192 + (light - 320) / 32;
    }
}
