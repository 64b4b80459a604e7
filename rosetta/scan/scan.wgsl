// An inclusive scan of integers in three launches: blocks are scanned,
// then their sums, and then each block grows by the sum before it.
const GROUP = 256u;

//! [index]
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

var<workgroup> block: array<u32, GROUP>;

@compute @workgroup_size(GROUP)
fn scan(@builtin(local_invocation_index) item: u32,
        @builtin(global_invocation_id) place: vec3u,
        @builtin(workgroup_id) number: vec3u) {
    let i = place.x;
    let n = arrayLength(&values);
    var sum = 0u;
    if (i < n) { sum = values[i]; }
    //! [index]
    //! [steps]
    for (var away = 1u; away < GROUP; away *= 2) {
        block[item] = sum;
        workgroupBarrier();
        if (item >= away) { sum += block[item - away]; }
        workgroupBarrier();
    }
    //! [steps]
    //! [write]
    if (i < n) { out[i] = sum; }
    if (item == GROUP - 1) { sums[number.x] = sum; }
    //! [write]
}

//! [grow]
// Launched without the first block, which has no sum before it.
@compute @workgroup_size(GROUP)
fn grow(@builtin(global_invocation_id) place: vec3u,
        @builtin(workgroup_id) number: vec3u) {
    let i = place.x + GROUP;
    if (i < arrayLength(&out)) { out[i] += values[number.x]; }
}
//! [grow]
