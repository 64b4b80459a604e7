"""What `lockstep lens --json` writes, held against its schema and against the terminal: report_test.py SUBJECT TOOL LAUNCHER"""

import copy
import json
import math
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import warnings

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = json.loads((HERE.parents[1] / "lens" / "report.schema.json").read_text())

# Launches that between them use every key: atomics, local memory, images, divergence, vectors, constant memory, samples.
LAUNCHES = {
    "access.cl": "strided 4096 64 buffer:1048576 buffer:65536 int:32 -- quads 64 64 buffer:4096 buffer:4096 -- "
                 "counts 64 64 buffer:16 -- local_counts 64 64 buffer:16 -- banks 32 32 buffer:128 local:8192 int:32 -- "
                 "from_constant 32 32 buffer:128 buffer:128 -- copies 64 64 buffer:1024 buffer:512",
    "control.cl": "odd_even 64 64 buffer:256 -- leaves_early 64 64 buffer:256 buffer:256 -- "
                  "guarded 64 32 buffer:256 int:20 -- unequal_loops 64 64 buffer:1024 buffer:256",
    "hints.cl": "two_loads 64 64 buffer:8192 buffer:256 int:32 -- two_components 64 64 buffer:1024 buffer:256 -- "
                "four_words 64 64 buffer:1024 buffer:256 -- adds_alone 128 64 buffer:4096 buffer:256 int:100",
}


class Wrong(Exception):
    """A fact that does not hold."""


def expect(true, what):
    if not true:
        raise Wrong(what)


def run(tool, launcher, kernels, *options):
    """The report as JSON, and what the same run printed."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.json"
        words = [tool, "lens", "--json", str(file), *options, "--", launcher, str(HERE / "kernels" / kernels),
                 *LAUNCHES[kernels].split()]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        expect(done.returncode == 0, f"{' '.join(words)} ended with {done.returncode}: {done.stderr}")
        return json.loads(file.read_text()), done.stdout


def problems(value, schema, place="report"):
    """What a value has that its schema does not allow, as far as this schema's words go."""
    if "$ref" in schema:
        return problems(value, SCHEMA["definitions"][schema["$ref"].rsplit("/", 1)[1]], place)
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
    if "type" in schema:
        number_for_truth = isinstance(value, bool) and schema["type"] != "boolean"
        if number_for_truth or not isinstance(value, kinds[schema["type"]]):
            return [f"{place} is no {schema['type']}"]
    found = []
    if "const" in schema and value != schema["const"]:
        found.append(f"{place} is not {schema['const']}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{place} is none of {schema['enum']}")
    if value is not True and isinstance(value, (int, float)):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            found.append(f"{place} is out of range")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append(f"{place} has another length")
        for at, item in enumerate(value):
            found += problems(item, schema.get("items", {}), f"{place}[{at}]")
    if isinstance(value, dict):
        found += [f"{place} lacks {key}" for key in schema.get("required", []) if key not in value]
        for key, item in value.items():
            if key in schema["properties"]:
                found += problems(item, schema["properties"][key], f"{place}.{key}")
            else:
                found.append(f"{place} has {key}")
    return found


def keys_of(value, place=""):
    """Every key that is used, with the names of those that it stands below."""
    if isinstance(value, list):
        return set().union(*(keys_of(item, place) for item in value)) if value else set()
    if not isinstance(value, dict):
        return set()
    return set().union(*({f"{place}.{key}"} | keys_of(item, f"{place}.{key}") for key, item in value.items()))


def spoilt(report):
    """The report with one fault each."""
    def changed(change):
        one = copy.deepcopy(report)
        change(one)
        return one
    kernel = lambda one: one["reports"][0]["kernels"][0]  # noqa: E731
    yield changed(lambda one: one.update(version=1))
    yield changed(lambda one: one.pop("sources"))
    yield changed(lambda one: one.update(extra=1))
    yield changed(lambda one: kernel(one).pop("instructions"))
    yield changed(lambda one: kernel(one).update(simd_efficiency=1.5))
    yield changed(lambda one: kernel(one).update(truncated=0))
    yield changed(lambda one: kernel(one).update(caches={"first_hits": 1}))
    yield changed(lambda one: kernel(one).update(global_size=[1, 2]))
    yield changed(lambda one: kernel(one)["lines"][0].update(space="private"))
    yield changed(lambda one: kernel(one)["lines"][0].update(line=-1))
    yield changed(lambda one: one["reports"][0]["findings"][0].update(rule="slow"))
    yield changed(lambda one: one["reports"][0]["findings"][0].update(cause=3))


def reports_of(tool, launcher):
    yield run(tool, launcher, "access.cl")[0]
    yield run(tool, launcher, "control.cl", "--device", "h200", "--device", "mi300x", "--device", "gtx480")[0]
    yield run(tool, launcher, "hints.cl", "--caches")[0]
    yield run(tool, launcher, "access.cl", "--device", "gtx285", "--groups", "2", "--skip-others", "--kernel", "strided")[0]


def check_schema(tool, launcher):
    used = set()
    for report in reports_of(tool, launcher):
        wrong = problems(report, SCHEMA)
        expect(not wrong, f"the schema does not allow: {wrong[:3]}")
        used |= keys_of(report)
        for broken in spoilt(report):
            expect(problems(broken, SCHEMA), "the schema allows a broken report")
    for key in (".reports.kernels.lines.column", ".reports.kernels.lines.vector.counted", ".reports.kernels.control.skips",
                ".reports.kernels.control.alone", ".reports.kernels.control.loop_exits", ".reports.findings.cure",
                ".reports.verdict", ".reports.sampling", ".reports.kernels.estimated", ".reports.kernels.skipped_groups", ".reports.compute_units", ".reports.line_bytes", ".reports.kernels.lines.same_address",
                ".reports.kernels.lines.sample.lanes", ".reports.kernels.not_counted", ".reports.kernels.occupancy.limit",
                ".reports.kernels.caches.second_hits"):
        expect(key in used, f"no report has {key}")


def check_validator(tool, launcher):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import jsonschema
    except ImportError:
        print("Skipped: python3-jsonschema is not installed. Type: apt install python3-jsonschema")
        sys.exit(SKIPPED)
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft7Validator(SCHEMA)
    for report in reports_of(tool, launcher):
        wrong = [error.message for error in validator.iter_errors(report)]
        expect(not wrong, f"the schema does not allow: {wrong[:3]}")
        for broken in spoilt(report):
            expect(not validator.is_valid(broken), "the schema allows a broken report")


def percent(value):
    return f"{math.floor(value * 1000 + 1e-9) / 10:g} %"


def rows_of(kernel):
    """The rows that the terminal should have of a kernel, from its JSON."""
    for memory, columns in (("global", ("sectors", "ideal_sectors")), ("local", ("wavefronts", "conflicts"))):
        for access in ("load", "store"):
            counts = kernel[f"{memory}_{access}"]
            if counts["requests"]:
                cells = [f"{counts[key]:,}" for key in ("requests", *columns)]
                yield " ".join([memory, access, *cells, percent(counts["efficiency"])])
    yield f"instructions {kernel['instructions']:,} (each counts once for a sub-group)"
    yield f"occupancy {percent(kernel['occupancy']['fraction'])} "
    yield f"SIMD efficiency {percent(kernel['simd_efficiency'])} "
    for line in kernel["lines"]:
        if line["space"] == "global":
            yield f"{line['sectors']:,} sector"
            yield f"{line['ideal_sectors']:,} ideal {percent(line['efficiency'])}"
        elif line["space"] == "local":
            yield f"{line['conflicts']:,} conflict"
    for line in kernel["control"]:
        if line["branches"]:
            yield f"branch {line['branches']:,} times {line['divergent']:,} divergent"
        if line["instructions"] * 10 >= kernel["instructions"]:
            yield (f"instructions {line['instructions']:,} {percent(line['instructions'] / kernel['instructions'])} of all "
                   f"{percent(line['simd_efficiency'])} active")


def check_digits(tool, launcher):
    for kernels in LAUNCHES:
        report, printed = run(tool, launcher, kernels)
        text = re.sub(r"\s+", " ", printed)
        expect(report["reports"][0]["verdict"] in text, "the terminal's verdict is not the JSON's")
        blocks = {block.split()[0]: re.sub(r"\s+", " ", block) for block in re.split(r"\n\n(?=\w+   \d+ work-items)", printed)}
        for kernel in report["reports"][0]["kernels"]:
            for row in rows_of(kernel):
                expect(row in blocks[kernel["name"]], f"of '{kernel['name']}' the terminal does not say '{row}'")
        for finding in report["reports"][0]["findings"]:
            expect(finding["cause"] in text, f"the terminal does not say '{finding['cause']}'")


def check_workflow(tool, _launcher):
    """The step that guards a kernel passes, and would not if the kernel were worse."""
    text = (HERE.parents[1] / ".github" / "workflows" / "ci.yml").read_text()
    command = " ".join(re.search(r"\./lockstep (lens .*?)\n(?! {10})", text, re.DOTALL).group(1).split())
    words = [tool, *shlex.split(command)]
    if not (pathlib.Path(tool).resolve().parents[1] / "chapters" / "12-coalescing").exists():
        print("Skipped: chapter 12 is not built. Type: cmake --build build --target 12-coalescing")
        sys.exit(SKIPPED)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    expect(done.returncode == 0, f"{command} ended with {done.returncode}: {done.stdout}{done.stderr}")
    expect(done.stdout.count("met     product_by_columns.") == 2, "not both requirements are told as met")
    worse = [word.replace("product_by_columns", "product_by_rows") for word in words]
    done = subprocess.run(worse, capture_output=True, text=True, check=False)
    expect(done.returncode == 1, f"the kernel by rows passes with {done.returncode}")
    expect("::error file=chapters/12-coalescing/coalescing.cl,line=11," in done.stdout or
           "::error title=product_by_rows on h200" in done.stdout, f"no error is annotated: {done.stdout}")


if __name__ == "__main__":
    try:
        {"schema": check_schema, "validator": check_validator, "digits": check_digits, "workflow": check_workflow}[sys.argv[1]](*sys.argv[2:4])
    except Wrong as wrong:
        print(f"{sys.argv[1]}: {wrong}")
        sys.exit(1)
