"""Which changes to an exercise's solution a target of the lens rejects, and which are right."""

import functools
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.append(str(ROOT / "bench"))  # for what all recordings share


@functools.cache
def rejected(exercise):
    """Of each wrong solution that a target rejects its name, and the target's kernel and metric."""
    text = (ROOT / "tests/mutants" / f"{exercise}.md").read_text()
    groups = re.findall(r"^## Rejected by: lens, (\w+) ([\w.]+)\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return tuple((name, kernel, metric) for kernel, metric, group in groups
                 for name in re.findall(r"^\*\*([a-z0-9-]+)\*\* ", group, re.M))


def right(exercise):
    """The names of those in right.md, which no target rejects."""
    return tuple(re.findall(rf"^\*\*{exercise}/(\S+)\*\* ", (HERE / "right.md").read_text(), re.M))
