// A matrix of floats transposed through a tile in workgroup memory, whose
// rows are a word longer, so that a column lies in different banks.
const TILE = 32u;
const ROWS = 8u; // of a workgroup

//! [index]
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> shape: vec2u; // columns, rows

var<workgroup> tile: array<array<f32, TILE + 1>, TILE>;

@compute @workgroup_size(TILE, ROWS)
fn transpose(@builtin(local_invocation_id) item: vec3u,
             @builtin(workgroup_id) number: vec3u) {
    let left = number.x * TILE;
    let top = number.y * TILE;
    //! [index]
    //! [read]
    for (var r = item.y; r < TILE; r += ROWS) {
        if (left + item.x < shape.x && top + r < shape.y) {
            tile[r][item.x] =
                matrix[(top + r) * shape.x + left + item.x];
        }
    }
    //! [read]
    //! [wait]
    workgroupBarrier();
    //! [wait]
    //! [write]
    for (var c = item.y; c < TILE; c += ROWS) {
        if (left + c < shape.x && top + item.x < shape.y) {
            out[(left + c) * shape.y + top + item.x] =
                tile[item.x][c];
        }
    }
    //! [write]
}
