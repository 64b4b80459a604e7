// Looks for pulses in the traces of a detector. 1D, work-groups of any size; work-item i has trace i, work-items beyond the last
// trace do nothing. Sample t of trace i is plus[t * traces + i]; where a board of 64 traces has two wires for each, the other
// wire's is minus[t * traces + i].

// One sample: of the one wire, or the difference of the two.
int level(global const int* plus, global const int* minus, bool two_wires, uint at)
{
    int value = plus[at];
    if (two_wires) value -= minus[at];
    return value;
}

// How well the samples from t on match the shape of a pulse. Where the trace ends, so does the sum.
int match(global const int* plus, global const int* minus, bool two_wires, constant int* shape, uint taps,
          uint traces, uint samples, uint t, uint i)
{
    int sum = 0;
    for (uint k = 0; k < taps && t + k < samples; ++k)
        sum += shape[k] * level(plus, minus, two_wires, (t + k) * traces + i);
    return sum;
}

// strength[i] = the sum of all matches in trace i that are at least `least`. Only where a sample is above the
// threshold can a pulse begin.
kernel void find_pulses(global const int* plus, global const int* minus, global const uchar* wires,
                        constant int* shape, global int* strength, uint traces, uint samples, uint taps,
                        int threshold, int least)
{
    const uint i = get_global_id(0);
    if (i >= traces) return;
    const bool two_wires = wires[i / 64] == 2;
    int sum = 0;
    for (uint t = 0; t < samples; ++t) {
        int found = 0;
        if (level(plus, minus, two_wires, t * traces + i) > threshold &&
            (found = match(plus, minus, two_wires, shape, taps, traces, samples, t, i)) >= least)
            sum += found;
    }
    strength[i] = sum;
}
