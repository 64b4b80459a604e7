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

    picture[i] = min(2 * light, min(112 + light / 4, 182 + light / 32));
}
