// Makes a sound louder, or softer: each sample becomes `percent` hundredths of itself, cut towards 0. What is too loud for a
// short becomes the loudest that a short holds. Work-item i changes sample i; the launch may be larger than n.
kernel void louder(global short* samples, uint n, int percent)
{
    const uint i = get_global_id(0);
    if (i >= count) return;
    short* sample = samples + i;
    short scaled = *sample * percent / 100;
    if (scaled >= 32768) scaled = 32767;
    if (scaled < -32768) scaled = -32768;
    *sample = scaled;
}
