"""Kernels of chapters 11 to 14, and from the exercises' right and wrong solutions, each to be launched small for the lens and large
for a GPU.

A work-group has the same work in both launches, so the larger one is as much more work as it has more groups, if nothing else is said.
"""

import array
import dataclasses
import re
import typing

from catalogue import HERE, ROOT
from measuring.opencl import Local


@dataclasses.dataclass(frozen=True)
class Data:
    """A buffer of random words: floats of 0 to 1, or integers from `least` on and below `below`, in order if need be."""

    size: int
    below: int = 0  # 0: floats; 1 << 32: any bytes
    least: int = 0
    in_order: bool = False


class Given:
    """A buffer of these words, as an array of them."""

    def __init__(self, values, code="I"):
        self.words = array.array(code, values)
        self.size = 4 * len(self.words)


class Refilled:
    """A buffer in which every word is this one again before each launch."""

    def __init__(self, count, word=0):
        self.size, self.word = 4 * count, word


def floats(count):
    return Data(4 * count)


def uints(count, below=1 << 32):
    return Data(4 * count, below)


def data_bytes(count):
    return Data(count, 1 << 32)


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A kernel of a chapter, or of an exercise's solution as it stands and with each of some changes, wrong or right."""

    of: str  # "12-coalescing", "12-coalescing/3-product"
    name: str
    small: tuple[int, ...]  # work-items
    full: tuple[int, ...]
    group: tuple[int, ...]  # where the kernel itself does not fix it
    arguments: typing.Callable[..., list]  # of the work-items in each dimension
    changed: tuple[str, ...] = ()  # in the catalogue of wrong solutions, or in right.md
    variant: str = "solution"
    job: str = ""  # kernels of one job can be compared; else only those of one name and exercise
    options: str = ""
    times: int = 0  # as much work as the small launch has the large one; 0: as many as it has more groups


MI = 1 << 20

TILES = "-D ROW=32 -D REACH=4 -D TILES=4 -D AHEAD=0"


def product(name):
    return Kernel("12-coalescing", name, (64, 64), (2048, 2048), (32, 8),
                  lambda x, y: [floats(x * y), floats(x * y), floats(x * y), x], variant=name, job="product", times=32**3)


KERNELS = (
    *(Kernel("11-divergence", "branches", (2048,), (16 * MI,), (256,),
             lambda n, side=side: [floats(n), side, 256], variant=f"sides of {side}", job="branches")
      for side in (1, 16, 32)),
    *(Kernel("11-divergence", "collatz", (4096,), (16 * MI,), (256,),
             lambda n, data=data: [data(n), uints(n)], variant=variant, job="collatz")
      for variant, data in (("mixed", lambda n: Data(4 * n, 1000, 1)), ("sorted", lambda n: Data(4 * n, 1000, 1, True)))),
    product("product_by_rows"),
    product("product_by_columns"),
    *(Kernel("12-coalescing", "strided", (4096 // stride, stride), (64 * MI // stride, stride), (256, 1),
             lambda x, y: [floats(x * y), floats(x * y)], variant=f"stride {stride}", job="strided")
      for stride in (1, 2, 4, 8)),
    *(Kernel("12-coalescing", "shifted", (4096,), (64 * MI,), (256,),
             lambda n, offset=offset: [floats(n + 32), floats(n), offset], variant=f"shifted by {offset}", job="strided")
      for offset in (1, 8)),
    Kernel("12-coalescing", "energy_of_structures", (4096,), (64 * MI,), (256,),
           lambda n: [floats(8 * n), floats(n)], variant="structures", job="energy"),
    Kernel("12-coalescing", "energy_of_arrays", (4096,), (64 * MI,), (256,),
           lambda n: [floats(n), floats(n), floats(n)], variant="arrays", job="energy"),
    *(Kernel("13-local-memory", "turn_tiles", (64, 16), (8192, 2048), (32, 8),
             lambda x, y: [floats(4 * x * y), floats(4 * x * y), x], variant=f"rows of {row}", job="turn",
             options=TILES.replace("ROW=32", f"ROW={row}"))
      for row in (32, 33)),
    *(Kernel("13-local-memory", "strided_words", (1024,), (MI,), (256,),
             lambda n, stride=stride: [uints(n), stride, 1000], variant=f"stride {stride}", job="words", options=TILES)
      for stride in (1, 2, 4, 8, 33)),
    Kernel("13-local-memory", "mean_direct", (64, 32), (8160, 8160), (32, 8),
           lambda x, y: [floats((x + 32) * (y + 32)), floats((x + 32) * (y + 32)), x + 32], variant="direct", job="mean",
           options=TILES),
    Kernel("13-local-memory", "mean_of_patch", (64, 32), (8160, 8160), (32, 8),
           lambda x, y: [floats((x + 32) * (y + 32)), floats((x + 32) * (y + 32)), x + 32, Local(4 * 40 * 16)],
           variant="patch", job="mean", options=TILES),
    *(Kernel("14-occupancy", "sum_ahead", (1024,), (MI,), (64,),
             lambda n, each=each, kib=kib: [floats(64 * n), floats(n), 64 // each, Local(kib << 10)],
             variant=f"{each} ahead, {kib} KiB", job="sum", options=f"-D PER_ITEM={each}")
      for each in (1, 4) for kib in (1, 13, 44)),
    Kernel("03-first-kernel/2-saxpy", "saxpy", (4096,), (128 * MI,), (256,),
           lambda n: [2.5, floats(n), floats(n), n]),
    Kernel("11-divergence/2-two-sensors", "convert", (4096,), (128 * MI,), (256,),
           lambda n: [uints(n), uints(n), n],
           ("both-for-everyone", "still-by-parity")),
    Kernel("11-divergence/3-two-exposures", "merge", (4096,), (256 * MI,), (256,),
           lambda n: [data_bytes(n), data_bytes(n), data_bytes(n), n],
           ("branches-as-found", "curve-still-branches", "division-by-hand")),
    Kernel("12-coalescing/2-particles", "split", (4096,), (16 * MI,), (256,),
           lambda n: [floats(7 * n), floats(7 * n), n, n],
           ("split-takes-four-in-a-row",)),
    Kernel("12-coalescing/2-particles", "drift", (4096,), (16 * MI,), (256,),
           lambda n: [floats(7 * n), 0.5, n, n],
           ("drift-takes-four-in-a-row", "drift-spreads-its-work-items")),
    Kernel("12-coalescing/3-product", "product_columns", (64, 64), (4096, 4096), (32, 8),
           lambda x, y: [floats(256 * x), floats(256 * y), floats(x * y), x, y, 256],
           ("columns-as-they-were",)),
    Kernel("12-coalescing/3-product", "product_transposed", (64, 64), (4096, 4096), (32, 8),
           lambda x, y: [floats(256 * y), floats(256 * x), floats(x * y), y, x, 256],
           ("transposed-as-it-was",)),
    Kernel("12-coalescing/5-planes", "planes", (128, 32), (4096, 8192), (32, 8),
           lambda x, y: [uints(4 * x * y), *3 * [data_bytes(4 * x * y)], 4 * x, y, 4 * x],
           ("a-loop-over-four-pixels", "bytes-of-every-pixel", "four-loads-and-wide-stores",
            "neighbours-take-neighbouring-pixels", "vectors-without-alignment", "wide-loads-and-byte-stores")),
    Kernel("12-coalescing/6-exposures", "middle_of", (64, 32), (4096, 2048), (32, 8),
           lambda x, y: [uints(9 * x * y), uints(18, 4), uints(9 * x * y), uints(x * y), 9, x, y, x],
           ("as-it-was", "columns-of-lists", "counts-instead")),
    Kernel("13-local-memory/2-swizzle", "running_totals", (512,), (MI,), (32,),
           lambda n: [floats(128 * n), floats(128 * n), n, 128],
           ("a-scan-for-each-row", "no-swizzle", "padded", "straight-from-global-memory", "swizzle-by-row-pairs")),
    Kernel("13-local-memory/3-heat", "heat_step", (64, 64), (8192, 16384), (32, 8),
           lambda x, y: [floats(x * y), floats(x * y), x, y, 0.1],
           ("an-if-for-each-rim", "column-by-column", "square-groups", "straight-from-global-memory")),
    Kernel("13-local-memory/5-waves", "take_apart", (128, 32), (8192, 2048), (32, 8),
           lambda x, y: [uints(4 * x * y), uints(1024), uints(4 * x * y), x, 4 * y],
           ("as-it-was", "pads-all-three", "two-words-of-padding", "turned-while-reading", "waves-from-global-memory")),
    Kernel("14-occupancy/2-two-rows", "smooth", (1024,), (32 * MI,), (64,),
           lambda n: [uints(4 * n), uints(4 * n), 4 * n],
           ("no-row-at-all", "only-shorter-rows", "three-rows-of-1024", "two-rows")),
    Kernel("14-occupancy/3-blend", "blend", (4096,), (2 * MI,), (256,),
           lambda n: [floats(64 * n), floats(16), floats(4 * n), 4 * n, 16],
           ("far-apart", "one-after-the-other", "one-after-the-other-far-apart", "two-at-a-time", "weight-read-four-times")),
    Kernel("14-occupancy/5-curve", "add_light", (4096,), (16 * MI,), (256,),
           lambda n: [uints(8 * n, 4096), uints(4096, 4096), uints(n), n],
           ("as-it-was", "groups-of-128", "groups-of-256", "half-a-curve-at-a-time", "no-copy-at-all", "first-copies-all")),
    Kernel("16-first-ladder/1-remainder", "products_by_four", (2048,), (8 * MI,), (256,),
           lambda n: [floats(4 * n), floats(512), floats(4 * n), 4 * n, 512],
           ("b-one-by-one", "one-by-one")),
    Kernel("16-first-ladder/2-tiles", "products_tiled", (2048,), (16 * MI,), (256,),
           lambda n: [floats(n), floats(512), floats(n), n, 512, Local(1024), 256],
           ("everybody-brings-all", "first-work-item-brings-all", "straight-from-global-memory")),
    Kernel("16-first-ladder/4-registers", "products_in_registers", (512,), (4 * MI,), (64,),
           lambda n: [floats(8 * n), floats(512), floats(8 * n), 8 * n, 512],
           ("b-one-by-one", "neighbours-far-apart", "one-after-the-other")),
    Kernel("17-reduction/1-smallest", "smallest_of_group", (2048,), (128 * MI,), (256,),
           lambda n: [floats(n), n, floats(n // 256), uints(n // 256), Local(1024), Local(1024)],
           ("everybody-searches-the-group", "one-work-item-folds")),
    Kernel("17-reduction/2-dot", "dot_parts", (2048,), (8 * MI,), (256,),
           lambda n: [floats(16 * n), floats(16 * n), floats(n // 256), 16 * n, Local(1024)],
           ("interleaved", "one-work-item-adds", "strided", "strips")),
    Kernel("17-reduction/4-one-launch", "one_launch", (2048,), (2 * MI,), (256,),
           lambda n: [floats(64 * n), floats(1), 64 * n, Data(n // 64, 1), Data(4, 1)],
           ("eight-neighbours-each", "scalar-reads", "strips-of-vectors")),
    Kernel("18-histogram/1-wrap", "histogram", (256,), (64 << 10,), (16,),
           lambda n: [data_bytes(1024 * n), 1024 * n, Data(1024, 1)],
           ("an-atomic-for-every-pixel", "one-work-item-counts")),
    Kernel("18-histogram/2-local", "histogram", (2048,), (4 * MI,), (256,),
           lambda n: [uints(16 * n, 256), 16 * n, Data(4 * n, 1), 256, Local(1024)],
           ("one-work-item-writes", "straight-to-global-memory", "table-cleared-by-one")),
    Kernel("18-histogram/3-colour", "colour_histogram", (512,), (2 * MI,), (64,),
           lambda n: [data_bytes(192 * n), 64 * n, Data(3072, 1)],
           ("byte-by-byte", "three-words-of-four-pixels", "words-of-its-own-stretch")),
    Kernel("18-histogram/4-lanes", "histogram_lanes", (1024,), (2 * MI,), (256,),
           lambda n: [data_bytes(256 * n), 256 * n, Data(1024, 1)],
           ("one-behind-the-other", "one-table", "four-bytes-a-load", "sixteen-tables")),
    Kernel("19-scan/2-block", "scan_blocks", (2048,), (64 * MI,), (256,),
           lambda n: [uints(2 * n), uints(2 * n), 2 * n],
           ("neighbours-brought-by-one", "not-padded", "steps-of-hillis-and-steele")),
    Kernel("20-transpose/4-vectors", "vectors", (32, 32), (2048, 2048), (16, 16),
           lambda x, y: [floats(16 * x * y), floats(16 * x * y), 4 * y, 4 * x],
           ("not-swizzled", "one-by-one", "vload")),
    Kernel("21-matrix-multiply/1-columns", "product", (64, 64), (4096, 4096), (32, 8),
           lambda x, y: [floats(256 * y), floats(256 * x), floats(x * y), y, x, 256],
           ("rows-from-the-linear-id",)),
    Kernel("21-matrix-multiply/2-ragged", "tile", (64, 64), (4096, 4096), (16, 16),
           lambda x, y: [floats(256 * y), floats(256 * x), floats(x * y), y, x, 256],
           ("global-memory-only",)),
    Kernel("21-matrix-multiply/3-transposed", "by_transposed", (64, 64), (4096, 4096), (16, 16),
           lambda x, y: [floats(256 * y), floats(256 * x), floats(x * y), y, x, 256],
           ("no-padding", "reads-its-own-row-of-b")),
    Kernel("21-matrix-multiply/4-block", "block", (32, 32), (1024, 1024), (16, 16),
           lambda x, y: [floats(2048 * y), floats(2048 * x), floats(64 * x * y), 8 * y, 8 * x, 256],
           ("side-by-side",)),
    Kernel("23-gaussian-blur/2-nine-rows", "nine_rows", (256, 8), (16384, 512), (256, 1),
           lambda x, y: [data_bytes(32 * x * y), data_bytes(32 * x * y), x, 32 * y],
           ("does-nothing",)),
    Kernel("23-gaussian-blur/3-slow-tile", "blur_tile", (64, 32), (8192, 8192), (32, 8),
           lambda x, y: [floats(x * y), floats(9), floats(x * y), x, y],
           ("does-nothing", "no-local-memory", "one-pass-of-81")),
    Kernel("24-box-filter/2-moving-sum", "row_sums", (512,), (MI,), (64,),
           lambda n: [data_bytes(128 * n), uints(128 * n), 128, n, 8],
           ("made-afresh",)),
    Kernel("24-box-filter/3-any-radius", "column_means", (512,), (512 << 10,), (64,),
           lambda n: [data_bytes(16 * 64 * n), data_bytes(16 * 64 * n), 16 * n, 64, 4],
           ("made-afresh", "vload-everywhere")),
    Kernel("27-sharing/3-normals", "mesh_normals", (64, 64), (4096, 8192), (32, 8),
           lambda x, y: [floats(4 * x * y), floats(4 * x * y), x, y]),
)


def source_of(kernel):
    """The text as it stands in the tree."""
    folder = ROOT / ("solutions" if "/" in kernel.of else "chapters") / kernel.of
    return next(text for text in (file.read_text() for file in folder.glob("*.cl")) if f" {kernel.name}(" in text.replace("\n", " "))


def entry_of(catalogue, name):
    return re.search(rf"^\*\*{name}\*\* (.*?)(?=^\*\*|^## |\Z)", catalogue.read_text(), re.M | re.S)


def changed_source_of(kernel, name):
    """The solution's text with the changes that the catalogue of wrong solutions tells of this one, or else right.md."""
    entry = entry_of(ROOT / "tests/mutants" / f"{kernel.of}.md", name) or \
        entry_of(HERE / "right.md", f"{kernel.of}/{name}")
    if not entry:
        raise LookupError(f"{kernel.of} has no changed solution '{name}'")
    text = source_of(kernel)
    for kind, block in re.findall(r"^```(\w+)\n(.*?)^```", entry[1], re.M | re.S):
        if kind == "cl":
            return block
        lines = block.splitlines(keepends=True)
        old = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
        new = "".join(line[1:] or "\n" for line in lines if line[0] != "-")
        if text.count(old) != 1:
            raise LookupError(f"'{name}' of {kernel.of} does not fit the solution")
        text = text.replace(old, new)
    return text


def variants(kernel):
    """The name and the text of the kernel as it stands and of each changed one."""
    yield kernel.variant, source_of(kernel)
    for name in kernel.changed:
        yield name, changed_source_of(kernel, name)
