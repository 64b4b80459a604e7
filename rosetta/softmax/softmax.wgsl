// Softmax of rows: exp(x) over the sum of the row's. A workgroup has a row,
// and its largest number is subtracted first, so that no exp overflows.
const GROUP = 256u;
const LOWEST = -0x1.fffffep+127f;

//! [tree]
var<workgroup> tree: array<f32, GROUP>;

fn largest_of(mine: f32, item: u32) -> f32 {
    tree[item] = mine;
    for (var width = GROUP / 2; width > 0; width /= 2) {
        workgroupBarrier();
        if (item < width) {
            tree[item] = max(tree[item], tree[item + width]);
        }
    }
    workgroupBarrier();
    let found = tree[0];
    workgroupBarrier();
    return found;
}
//! [tree]

fn sum_of(mine: f32, item: u32) -> f32 {
    tree[item] = mine;
    for (var width = GROUP / 2; width > 0; width /= 2) {
        workgroupBarrier();
        if (item < width) { tree[item] += tree[item + width]; }
    }
    workgroupBarrier();
    return tree[0];
}

//! [index]
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> columns: u32;

@compute @workgroup_size(GROUP)
fn softmax(@builtin(local_invocation_index) item: u32,
           @builtin(workgroup_id) number: vec3u) {
    let first = number.x * columns;
    let end = first + columns;
    //! [index]
    //! [largest]
    var largest = LOWEST;
    for (var c = first + item; c < end; c += GROUP) {
        largest = max(largest, matrix[c]);
    }
    largest = largest_of(largest, item);
    //! [largest]
    //! [sum]
    var sum = 0.0;
    for (var c = first + item; c < end; c += GROUP) {
        sum += exp(matrix[c] - largest);
    }
    sum = sum_of(sum, item);
    //! [sum]
    //! [write]
    for (var c = first + item; c < end; c += GROUP) {
        out[c] = exp(matrix[c] - largest) / sum;
    }
    //! [write]
}
