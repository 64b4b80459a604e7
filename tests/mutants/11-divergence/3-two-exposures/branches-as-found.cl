// rejected by: lens, merge divergent_branches
kernel void merge(global const uchar* long_exposure, global const uchar* short_exposure,
                  global uchar* picture, uint pixels)
{
    const uint i = get_global_id(0);
    if (i >= pixels) return;

    const uint l = long_exposure[i];
    uint light; // in units of the long exposure, from 0 to 2040
    if (l < 200) {
        light = l;
    } else {
        const uint s = 8 * short_exposure[i];
        if (l < 248)
            light = (l * (248 - l) + s * (l - 200)) / 48;
        else
            light = s;
    }

    if (light < 64) {
        picture[i] = 2 * light;
    } else {
        if (light < 320)
            picture[i] = 128 + (light - 64) / 4;
        else
            picture[i] = 192 + (light - 320) / 32;
    }
}
