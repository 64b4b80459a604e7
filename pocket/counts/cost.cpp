// What an instruction costs a GPU's scheduler, and how long a sub-group waits for it.
#include "counts/cost.hpp"

namespace lockstep::pocket
{

namespace
{

// Only the order of magnitude matters here: which of two ways is the longer one.
std::uint64_t length(const lens::SegmentWork& work)
{
    constexpr std::uint64_t steps_of_wait = 100;
    constexpr std::uint64_t steps_of_local_wait = 8;
    return work.waits * steps_of_wait + work.local_waits * steps_of_local_wait + work.steps;
}

// No GPU divides integers in one instruction. Sources: lens/plugin/work.cpp.
unsigned slots_of_division(const Symbol& divisor)
{
    if (!divisor.is_number) return 20;
    return (divisor.value & (divisor.value - 1)) == 0 ? 1 : 3;
}

// What a compiler's intermediate code has for an instruction, before any scheduler: addresses, casts, parts of vectors and jumps
// count there, too.
unsigned intermediate(const Instruction& in, const Made& made)
{
    switch (in.what) {
    case Do::constant:
    case Do::copy:
    case Do::address:
    case Do::if_else:
    case Do::loop_begin:
    case Do::loop_next:
    case Do::loop_end:
    case Do::switch_begin:
    case Do::switch_default:
    case Do::switch_end:
    case Do::call_begin:
    case Do::call_leave:
    case Do::call_end:
    case Do::next_turn:
        return 0;
    case Do::load:
    case Do::store:
    case Do::move:
    case Do::atomic:
        return static_cast<unsigned>(made.accesses);
    case Do::join:
        return in.to.lanes;
    default:
        return 1;
    }
}

} // namespace

Cost cost_of(const Instruction& in, const Made& made, const Symbols& symbols)
{
    Cost cost{.instructions = intermediate(in, made)};
    switch (in.what) {
    case Do::binary:
        cost.slots = in.to.lanes;
        if (!is_float(in.a.scalar) && (in.sign == Operator::divide || in.sign == Operator::remainder))
            cost.slots *= slots_of_division(symbols.of(in.b));
        break;
    case Do::unary:
    case Do::select:
    case Do::function:
        cost.slots = in.to.lanes;
        break;
    case Do::convert:
        cost.slots = is_float(in.a.scalar) || is_float(in.to.scalar) ? in.to.lanes : 0;
        break;
    case Do::offset:
        cost.slots = symbols.of(in.b).is_number ? 0 : 1;
        break;
    case Do::load:
    case Do::store:
    case Do::move:
    case Do::atomic:
    case Do::copy_async:
        cost.slots = static_cast<unsigned>(made.accesses);
        break;
    case Do::barrier:
    case Do::group:
    case Do::read_image:
    case Do::write_image:
    case Do::print:
    case Do::if_begin:
    case Do::loop_test:
    case Do::switch_case:
        cost.slots = 1;
        break;
    default:
        break;
    }
    const bool brings = in.what == Do::load || in.what == Do::atomic || in.what == Do::read_image;
    if (brings && made.accesses > 0) (made.is_local ? cost.local_waits : cost.waits) = 1;
    return cost;
}

void Chain::add(const Code& code, const Instruction& in, const Cost& cost, lens::SegmentWork& work)
{
    longest_.slots += std::uint64_t{cost.slots} * lens::SegmentWork::parts_of_slot;
    lens::SegmentWork done;
    if (ready_.size() < code.masks) ready_.resize(code.masks);
    for (const Register& read : read_by(code, in))
        for (unsigned c = 0; c < read.lanes; ++c) {
            const Ready& ready = ready_[read.defined + c];
            if (ready.stretch == stretch_ && length(ready.at) > length(done)) done = ready.at;
        }
    done.waits += cost.waits;
    done.local_waits += cost.local_waits;
    if (cost.waits + cost.local_waits == 0 && cost.slots > 0) ++done.steps;
    for (unsigned c = 0; c < in.to.lanes; ++c) ready_[in.to.defined + c] = {stretch_, done};
    if (in.what != Do::atomic && length(done) > length(longest_)) {
        const std::uint64_t slots = longest_.slots;
        longest_ = done;
        longest_.slots = slots;
    }
    const bool parts = in.what == Do::if_begin || in.what == Do::if_else || in.what == Do::if_end ||
                       in.what == Do::loop_test || in.what == Do::loop_back || in.what == Do::loop_end ||
                       in.what == Do::switch_case || in.what == Do::switch_end || in.what == Do::barrier;
    if (parts) end(work);
}

void Chain::end(lens::SegmentWork& work)
{
    work.add(longest_);
    longest_ = {};
    ++stretch_;
}

} // namespace lockstep::pocket
