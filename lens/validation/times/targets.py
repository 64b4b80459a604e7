"""A launch on a GPU of each kernel that an exercise has a target of the lens for: as its solution stands, with each change that the
target rejects, by the catalogue of wrong solutions, and with each that is right, by right.md.

targets.py --try makes each launch once and small, on a CPU.
"""

import itertools
import json
import random
import statistics
import subprocess
import sys

from catalogue import HERE, rejected, right
from kernels import Given, KERNELS, Kernel, MI, Refilled, data_bytes, floats, uints
from measuring.opencl import Device, Local
from measuring.recording import device, head_of, write
from timed_kernels import Launcher, measured


KI = 1 << 10
ANY = random.Random(62)


def multiples(of, count):
    return Given(range(0, of * count, of))


def halves(count):
    """Of each number its half, so that who looks up what it finds comes to 0 in the end."""
    return Given(i // 2 for i in range(count))


def tours(count):
    """A permutation in tours of 8, drawn for 2^14 elements and the same for all others."""
    block = min(count, 1 << 14)
    order = list(range(block))
    ANY.shuffle(order)
    following = [0] * block
    for first in range(0, block, 8):
        for i in range(8):
            following[order[first + i]] = order[first + (i + 1) % 8]
    return Given(itertools.chain.from_iterable(map((at).__add__, following) for at in range(0, count, block)))


def lengths_up_to(most, rows):
    """Where rows of 0 to `most` begin, and the end of the last."""
    drawn = [ANY.randrange(most + 1) for _ in range(4096)]
    return Given(itertools.accumulate(itertools.chain([0], itertools.islice(itertools.cycle(drawn), rows))))


def with_hubs(authors):
    """Where the followers of authors begin, and the end of the last: one of 256 has 1,000 followers, another 6, and the others one."""
    lengths = [1000, 6] + 254 * [1]
    return Given(itertools.accumulate(itertools.chain([0], itertools.islice(itertools.cycle(lengths), authors))))


def in_order(count):
    return Given(64 * i + i * 2654435761 % 64 for i in range(count))


def points(count, columns, rows):
    one = [(ANY.random() * columns, ANY.random() * rows, ANY.random(), 0) for _ in range(4096)]
    return Given(itertools.chain.from_iterable(itertools.islice(itertools.cycle(one), count)), "f")


def chain(count):
    """Atoms along a slanting line."""
    return Given(itertools.chain.from_iterable((float(i), float(i), float(i), 0.0) for i in range(count)), "f")


def boxes(count):
    """The least and the largest places of each 64 of chain()."""
    return Given(itertools.chain.from_iterable(3 * [float(i)] + [0.0] + 3 * [i + 63.0] + [0.0] for i in range(0, count, 64)), "f")


def nearby(rows, each, apart):
    """For each row as many columns behind it, some apart."""
    return Given(min(r + apart * i, rows - 1) for r in range(rows) for i in range(each))


def scattered(count):
    """Each number below a power of two once."""
    return Given(i * 2654435761 % count for i in range(count))


def half_and_half(count):
    """Bytes, 64 times 1 and 64 times 2, and so on."""
    return Given(itertools.islice(itertools.cycle([0x01010101] * 16 + [0x02020202] * 16), (count + 3) // 4))


# Kernels of exercises that kernels.py does not launch. The changes come from the catalogues.
OTHERS = (
    Kernel("10-architectures/3-one-tour", "tour_lengths", (16 * KI,), (4 * MI,), (256,), lambda n: [tours(n), uints(n), n]),
    Kernel("10-architectures/4-strips", "smooth_columns", (64, 8), (8192, 512), (32, 8),
           lambda x, y: [floats(16 * x * y), floats(16 * x * y), x, 16 * y, 0.4, 0.2, 0.1]),
    Kernel("11-divergence/5-pulses", "find_pulses", (256,), (512 * KI,), (256,),
           lambda n: [uints(100 * n, 1000), uints(100 * n, 1), half_and_half(n), uints(24, 12), uints(n), n, 100, 24, 899, 9000]),
    Kernel("17-reduction/3-careful", "careful_sum", (256,), (256,), (256,), lambda n: [floats(MI), floats(1), MI]),
    Kernel("17-reduction/4-one-launch", "one_launch", (2048,), (2 * MI,), (256,),
           lambda n: [floats(4 * n), floats(1), 4 * n, Refilled(n // 256), Refilled(1)], job="one_launch, four floats a work-item"),
    Kernel("18-histogram/4-lanes", "histogram_lanes", (1024,), (2 * MI,), (256,), lambda n: [Refilled(64 * n), 256 * n, Refilled(256)],
           job="histogram_lanes, equal bytes"),
    Kernel("19-scan/3-compact", "count_kept", (512,), (4 * MI,), (256,), lambda n: [floats(16 * n), uints(n // 256), 16 * n, 4096, 0.5]),
    Kernel("19-scan/3-compact", "write_kept", (512,), (4 * MI,), (256,),
           lambda n: [floats(16 * n), multiples(4096, n // 256), floats(16 * n), 16 * n, 4096, 0.5]),
    Kernel("19-scan/4-radix-sort", "count_digits", (512,), (16 * MI,), (256,), lambda n: [uints(n), uints(n // 16), n, 4]),
    Kernel("19-scan/4-radix-sort", "scatter_digits", (512,), (16 * MI,), (256,),
           lambda n: [uints(n), multiples(16, n // 16), uints(n + 4096), n, 4]),
    Kernel("19-scan/5-rung", "scan_blocks_in_registers", (512,), (16 * MI,), (256,),
           lambda n: [floats(4 * n), floats(4 * n), floats(n // 256), 4 * n]),
    Kernel("20-transpose/1-guard", "transpose", (64, 16), (8192, 2048), (32, 8),
           lambda x, y: [floats(4 * x * y), floats(4 * x * y), x, 4 * y]),
    Kernel("20-transpose/2-on-its-side", "turn", (64, 16), (8192, 2048), (32, 8),
           lambda x, y: [floats(4 * x * y), floats(4 * x * y), x, 4 * y]),
    Kernel("20-transpose/3-in-place", "transpose_in_place", (64, 16), (8192, 2048), (32, 8), lambda x, y: [floats(x * x), x]),
    Kernel("22-n-body/2-cutoff", "count_neighbours", (256,), (64 * KI,), (64,),
           lambda n: [chain(n), boxes(n), uints(n), n, 200.0]),
    Kernel("22-n-body/3-energy", "energy", (256,), (32 * KI,), (64,),
           lambda n: [floats(4 * n), floats(4 * n), floats(n), n, 0.1, Local(16 * 64), Local(4 * 64)]),
    Kernel("22-n-body/4-several", "pull_several", (128,), (32 * KI,), (64,), lambda n: [floats(16 * n), floats(16 * n), 4 * n, 0.1],
           options="-D UNROLL=8"),
    Kernel("23-gaussian-blur/4-one-pass", "fused", (64, 16), (2048, 2048), (32, 8),
           lambda x, y: [floats(16 * x * y), floats(9), floats(16 * x * y), 4 * x, 4 * y]),
    Kernel("24-box-filter/1-ink", "mark_ink", (64, 64), (4096, 4096), (32, 8),
           lambda x, y: [data_bytes(x * y), uints((x + 1) * (y + 1)), data_bytes(x * y), x, y, 20]),
    Kernel("24-box-filter/4-ring", "fused", (2, 1), (64, 8), (1, 1),
           lambda x, y: [floats(64 * x * 512 * y), floats(64 * x * 512 * y), 512 * y, 64 * x]),
    Kernel("24-box-filter/5-four-columns", "box_quads", (32, 4), (2048, 512), (32, 1),
           lambda x, y: [data_bytes(64 * x * y), data_bytes(64 * x * y), 4 * x, 16 * y, 4 * x], options="-D BLOCK_ROWS=16"),
    Kernel("25-extensions/4-pairs", "dot_pairs", (512,), (256 * KI,), (256,),
           lambda n: [floats(64 * n), floats(64 * n), floats(n // 128), 64 * n, Local(8 * 256)]),
    Kernel("27-sharing/4-points", "owners", (1024,), (2 * MI,), (256,),
           lambda n: [points(n, 2048, 2048), n, uints(4 * MI), uints(4 * MI), 2048, 2048]),
    Kernel("28-matrix-units/3-places", "best_scores", (64,), (MI,), (32,),
           lambda n: [floats(128 * n), floats(32), floats(n), n]),
    Kernel("28-matrix-units/4-three-products", "product", (32, 32), (2048, 2048), (16, 16),
           lambda x, y: [floats(512 * y), floats(512 * x), floats(x * y), y, x, 512]),
    Kernel("29-sorting/2-short-lists", "sort_lists", (1024,), (8 * MI,), (256,),
           lambda n: [uints(n), lengths_up_to(100, n // 256), uints(n)]),
    Kernel("29-sorting/3-two-logs", "merge_logs", (512,), (MI,), (256,),
           lambda n: [in_order(4 * n), 4 * n, in_order(4 * n), 4 * n, uints(8 * n)]),
    Kernel("29-sorting/4-best-of-rows", "best_of_rows", (512,), (2 * MI,), (256,),
           lambda n: [uints(8 * n), uints(100 * n // 256), 2048, 100]),
    Kernel("29-sorting/5-events", "find_differing", (512,), (128 * KI,), (256,), lambda n: [uints(128 * n), uints(2), 64 * n]),
    Kernel("29-sorting/5-events", "move_events", (512,), (4 * MI,), (256,),
           lambda n: [uints(8 * n), uints(4 * n), multiples(4, n), uints(8 * n + 4096), uints(4 * n + 4096), 4 * n, 8]),
    Kernel("30-sparse-matrices/3-timetable", "ride", (1024,), (8 * MI,), (128,),
           lambda n: [multiples(16, n // 8 + 1), nearby(n // 8, 16, 5), floats(2 * n), floats(n // 8), floats(n // 8), n // 8]),
    Kernel("30-sparse-matrices/4-page-weights", "weigh", (1024,), (MI,), (256,),
           lambda n: [lengths_up_to(30, n), uints(30 * n, n), uints(n, 1000), uints(n), n]),
    Kernel("30-sparse-matrices/5-sell", "order_rows", (512,), (4 * MI,), (256,),
           lambda n: [lengths_up_to(24, n), uints(n), uints(n // 32), n]),
    Kernel("31-graphs/3-crawler", "find_pages", (512,), (MI,), (256,),
           lambda n: [multiples(8, n + 1), scattered(8 * n), scattered(n), n, Refilled(8 * n), uints(8 * n), Refilled(1)]),
    Kernel("31-graphs/4-flights", "look_back", (512,), (4 * MI,), (256,),
           lambda n: [multiples(8, n + 1), uints(8 * n, n), uints(n // 32), Refilled(n, 0xffffffff), uints(n // 32), Refilled(1), n, 3]),
    Kernel("31-graphs/5-islands", "hook", (512,), (4 * MI,), (256,),
           lambda n: [multiples(8, n + 1), uints(8 * n, n), halves(n), Refilled(n, 0xffffffff), Refilled(1), n]),
    Kernel("31-graphs/6-followers", "spread", (512,), (MI,), (256,),
           lambda n: [with_hubs(n), uints(1261 * n // 256, n), uints(n, n), n, uints(n)]),
    Kernel("32-attention/2-judges", "level", (512,), (4 * MI,), (256,), lambda n: [floats(16 * n), floats(16 * n), 1024]),
    Kernel("32-attention/3-rumours", "loudness", (256,), (4 * MI,), (64,), lambda n: [floats(16 * n), floats(n // 64), 1024]),
    Kernel("32-attention/4-letters", "attend", (64, 2), (128, 8192), (32, 1),
           lambda x, y: [floats(32 * x * y), floats(32 * x * y), floats(32 * x * y), multiples(x, y + 1), floats(32 * x * y)]),
    Kernel("33-language-model/3-fused-normalise", "add_and_normalise", (256,), (8 * MI,), (128,),
           lambda n: [floats(8 * n), floats(8 * n), floats(8 * n), floats(1024), floats(1024), 1024]),
    Kernel("33-language-model/4-next-token", "attend_next", (128,), (64 * KI,), (64,),
           lambda n: [floats(n), floats(n), floats(n), floats(1001 * n), floats(1001 * n), floats(n), 1000, n]),
    Kernel("33-language-model/5-draw", "draw", (256,), (256,), (256,), lambda n: [floats(32 * KI), uints(1), 32 * KI, 40, 1.0, 0.5]),
)

# That take seconds or more, or are the solution at the sizes of these launches.
NOT_TIMED = {
    "goes-on-to-the-end", "one-work-item", "step-by-step", "all-atoms", "all-take-all", "one-sorts-all", "both-as-they-were",
    "powers-of-two-only", "in-order-when-whole", "padded-when-it-fits", "one-by-one-unless-whole-tiles",
    "one-of-a-group-in-doubles", "one-searches-for-all", "first-makes-all", "page-after-page", "vectors-on-both-sides-or-none",
    "short-b-straight", "ragged-reads-81", "diagonal-brought-twice", "diagonal-written-twice",
    "wrong-way-round-when-ragged"}


def timed(kernel):
    """The launch with all changes of its exercise that are of this kernel and end in time."""
    names = [name for name, of, _ in rejected(kernel.of) if of == kernel.name and name not in NOT_TIMED and not name.endswith("-when-ragged")]
    return Kernel(kernel.of, kernel.name, kernel.small, kernel.full, kernel.group, kernel.arguments,
                  tuple(dict.fromkeys([*names, *right(kernel.of)])), kernel.variant, kernel.job, kernel.options, kernel.times)


def launches():
    of_exercises = (kernel for kernel in KERNELS if "/" in kernel.of and rejected(kernel.of))
    return tuple(timed(kernel) for kernel in (*of_exercises, *OTHERS))


def record_one(kernel):
    """Prints a line for each variant."""
    for variant, launch in Launcher(device()).each(kernel, kernel.full):
        ms = measured(launch)
        print(json.dumps({"of": kernel.of, "job": kernel.job or kernel.name, "variant": variant, "ms": statistics.median(ms),
                          "least": ms[0], "most": ms[-1]}), flush=True)


def answer_of(*words):
    """What this program prints in a process of its own, and whether it failed. Nothing else may hold the device meanwhile."""
    done = subprocess.run([sys.executable, __file__, *words], stdout=subprocess.PIPE, text=True)
    return done.stdout, done.returncode


def record(name, exercises):
    """Each launch in a process of its own, so that one that fails takes no other with it."""
    file, head = HERE / f"{name}-targets.json", json.loads(answer_of("--head")[0])
    rows = [row for row in json.loads(file.read_text())["rows"] if row["of"] not in exercises] if exercises and file.exists() else []
    for place, kernel in enumerate(launches()):
        if exercises and kernel.of not in exercises:
            continue
        lines, failed = answer_of("--one", str(place))
        rows += map(json.loads, lines.splitlines())
        print(kernel.of, kernel.name, "failed" if failed else "timed", flush=True)
        write(file, head, rows)


def try_all():
    launcher = Launcher(Device("portable"))
    for kernel in launches():
        for variant, launch in launcher.each(kernel, kernel.small):
            print(kernel.of, kernel.name, variant, flush=True)
            launch()


if __name__ == "__main__":
    if sys.argv[1:] == ["--try"]:
        try_all()
    elif sys.argv[1:] == ["--head"]:
        print(json.dumps(head_of("targets", device())))
    elif sys.argv[1:2] == ["--one"]:
        record_one(launches()[int(sys.argv[2])])
    else:
        sys.exit(__doc__)
