// Sums of floats in WGSL: invocations walk through the input, then each
// workgroup adds up what its own have in a tree, and leaves one sum.
const GROUP = 256u;

//! [index]
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

var<workgroup> tree: array<f32, GROUP>;

@compute @workgroup_size(GROUP)
fn sums(@builtin(local_invocation_index) item: u32,
        @builtin(global_invocation_id) place: vec3u,
        @builtin(workgroup_id) number: vec3u,
        @builtin(num_workgroups) groups: vec3u) {
    //! [index]
    //! [walk]
    var sum = 0.0;
    for (var i = place.x; i < arrayLength(&values);
         i += groups.x * GROUP) {
        sum += values[i];
    }
    //! [walk]
    //! [tree]
    tree[item] = sum;
    for (var width = GROUP / 2; width > 0; width /= 2) {
        workgroupBarrier();
        if (item < width) { tree[item] += tree[item + width]; }
    }
    if (item == 0) { out[number.x] = tree[0]; }
    //! [tree]
}
