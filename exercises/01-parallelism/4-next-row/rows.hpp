// Rows of unequal work on several threads. rows.cpp defines the function.
#pragma once

#include <cstddef>
#include <functional>

/// You write this. Calls make_row(row) once for each row from 0 to rows - 1, on `threads` threads, each of which takes the next row
/// whenever it is free. Returns when all rows are made. Several threads may call it at once.
/// @param threads 0 counts as 1. No more threads than rows are at work.
/// @param make_row may be called from several threads at the same time, and throws nothing.
void for_each_row(std::size_t rows, unsigned threads, const std::function<void(std::size_t)>& make_row);
