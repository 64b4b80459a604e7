// Who finds something wrong says so: by printf, or in a list that the host prints.

//! [complain]
#if __OPENCL_VERSION__ >= 120 && !defined(WITHOUT_PRINTF) // core since 1.2
#define COMPLAIN(place) printf("  work-item %u says so itself\n", (uint)place)
#else // places[0] counts; more than 8 are counted, but not kept
#define COMPLAIN(place)                                                                    \
    {                                                                                      \
        const uint mine = atomic_inc(places);                                              \
        if (mine < 8) places[1 + mine] = place;                                            \
    }
#endif

kernel void complain(global const float* in, volatile global uint* places)
{
    if (isnan(in[get_global_id(0)])) COMPLAIN(get_global_id(0));
}
//! [complain]
