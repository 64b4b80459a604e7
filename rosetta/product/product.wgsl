// A product of matrices, c = a * b, tile by tile: a workgroup computes a
// tile of c, and its invocations load the tiles of a and b together.
const TILE = 16u;

//! [index]
struct Shape { rows: u32, columns: u32, inner: u32 }

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> shape: Shape;

var<workgroup> of_a: array<array<f32, TILE>, TILE>;
var<workgroup> of_b: array<array<f32, TILE>, TILE>;

@compute @workgroup_size(TILE, TILE)
fn product(@builtin(local_invocation_id) item: vec3u,
           @builtin(global_invocation_id) place: vec3u) {
    let i = item.x; let j = item.y;
    let x = place.x; let y = place.y;
    var sum = 0.0;
    //! [index]
    for (var first = 0u; first < shape.inner; first += TILE) {
        //! [load]
        let ka = first + i; let kb = first + j;
        of_a[j][i] = 0;
        of_b[j][i] = 0;
        if (y < shape.rows && ka < shape.inner) {
            of_a[j][i] = a[y * shape.inner + ka];
        }
        if (kb < shape.inner && x < shape.columns) {
            of_b[j][i] = b[kb * shape.columns + x];
        }
        workgroupBarrier();
        //! [load]
        //! [multiply]
        for (var k = 0u; k < TILE; k++) {
            sum += of_a[j][k] * of_b[k][i];
        }
        workgroupBarrier();
        //! [multiply]
    }
    //! [write]
    if (y < shape.rows && x < shape.columns) {
        c[y * shape.columns + x] = sum;
    }
    //! [write]
}
