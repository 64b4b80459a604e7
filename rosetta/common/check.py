"""The same input and the same check for the Python programs; check.hpp is for the others."""
import sys

import numpy as np


def numbers(count):
    """Numbers from 0 up to 1 that every language computes alike: multiples of 2^-24."""
    spread = np.arange(count, dtype=np.uint32) * np.uint32(2654435761)
    return (spread >> np.uint32(8)).astype(np.float32) / np.float32(2**24)


def digits(count):
    """Integers to scan: the first digits of numbers(), which add up to less than 2^32."""
    spread = np.arange(count, dtype=np.uint32) * np.uint32(2654435761)
    return (spread >> np.uint32(8)) % np.uint32(10)


def report(program, error, allowed):
    """Prints the program's one line and ends it: with 0 where no result is off by more than `allowed`."""
    right = error <= allowed  # false for a NaN as well
    print(f"{program}: {'right' if right else 'WRONG'}, off by {error:.1e}, allowed are {allowed:.1e}")
    sys.exit(0 if right else 1)


def check_sum(program, values, got):
    exact = values.astype(np.float64).sum()
    report(program, abs(float(got) - exact) / exact, 1e-6)


def check_transpose(program, matrix, out):
    report(program, np.abs(out - matrix.T).max(), 0)


def check_product(program, a, b, c):
    # 130 additions and products, each rounded by 6e-8 at most
    report(program, np.abs(c / (a.astype(np.float64) @ b) - 1).max(), 1e-5)


def check_scan(program, values, out):
    exact = np.cumsum(values, dtype=np.int64)
    report(program, np.abs(out.astype(np.int64) - exact).max(), 0)


def check_softmax(program, rows, out):
    exact = np.exp(rows.astype(np.float64))
    exact /= exact.sum(axis=1, keepdims=True)
    report(program, np.abs(out / exact - 1).max(), 1e-5)
