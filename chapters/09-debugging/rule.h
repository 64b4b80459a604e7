// The rule of a row of cells, for the kernel's compiler and for the host's alike.
//! [rule]
static inline unsigned char next_cell(unsigned char left, unsigned char right)
{
    return left ^ right;
}
//! [rule]
