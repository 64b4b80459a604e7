// Keys of floats that a sort of uints puts in order.
//! [key]
uint key_of(float reading)
{
    const uint bits = as_uint(reading);
    return bits >> 31 ? ~bits : bits | 0x80000000;
}
//! [key]
