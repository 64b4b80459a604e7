// rejected by: correct, dark pixels come from the long exposure
kernel void merge(global const uchar* long_exposure, global const uchar* short_exposure,
                  global uchar* picture, uint pixels)
{
    const uint i = get_global_id(0);
    if (i >= pixels) return;

    const uint l = long_exposure[i];
    const uint s = 8 * short_exposure[i];
    const uint weight = clamp(l, 200u, 248u) - 200;
    const uint light = ((weight + 200) * (48 - weight) + s * weight) / 48;
    picture[i] = min(2 * light, min(112 + light / 4, 182 + light / 32));
}
