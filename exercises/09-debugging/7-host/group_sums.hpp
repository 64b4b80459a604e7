// The function that group_sums.cpp defines.
#pragma once

#include <CL/opencl.h>

#include <cstddef>

/// Adds up the values of each group on a device, and checks the sums on the host.
/// @param queue in order, of this context.
/// @param source of kernel void group_sums(global const float* values, uint n, local float* tile, global float* sums), in
/// which work-group g writes into sums[g] the sum of its values, added up from the first to the last; the last group may have
/// fewer than `group`. `tile` has room for one float for each work-item of a group.
/// @param n at least 1, and no more than a uint holds. @param group values of a group, and work-items of a work-group.
/// @param sums receives one float for each group: what the device computed.
/// @param agree receives whether every one of them equals the host's sum, bit by bit.
/// @return CL_SUCCESS, or the code of the first call that failed, whereupon `agree` is as it was. Whatever it returns, no
/// object that it made is left.
cl_int add_groups(cl_context context, cl_command_queue queue, const char* source, const float* values,
                  std::size_t n, std::size_t group, float* sums, bool* agree);
