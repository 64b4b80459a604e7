// A peer that lives in a process of its own: CUB, cuBLAS and PyTorch, which speak CUDA, and OpenBLAS.
#pragma once

#include "../ladder.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// Starts a program whose first line is "ready" and its version ("ready CUB 2.8.2, CUDA 13.0"), and which then answers lines on its standard input with milliseconds:
/// "run" with what one run takes on the device, among several that follow each other without a gap, and "call" with
/// what one takes by the host's clock until it is done. Empty when it cannot be started or ends before it is ready (no
/// CUDA, no PyTorch). It is ended with the last copy of the peer.
std::optional<Peer> process_peer(const std::string& name, const std::vector<std::string>& command,
                                 double work);

/// A peer of NVIDIA's, build/bin/lockstep-peer-cub of "CUB", with these arguments, for example {"reduce", "float",
/// "67108864"}; empty where it was not built or the device is not NVIDIA's.
std::optional<Peer> cuda_peer(const Workbench& workbench, const std::string& name,
                              const std::vector<std::string>& arguments, double work);

/// PyTorch, by bench/peers/torch_peers.py with these arguments, for example {"softmax", "1024", "4096"}; empty where it is not
/// installed or the device is not NVIDIA's. @param name in tables: "PyTorch".
std::optional<Peer> torch_peer(const Workbench& workbench, const std::string& name,
                               std::vector<std::string> arguments, double work);

/// OpenBLAS on the host, in as many threads as the native peers use: its product of matrices, {COLUMNS, ROWS, DEPTH}, or its transpose,
/// {COLUMNS, ROWS}; empty where it was not built.
std::optional<Peer> openblas_peer(const std::vector<std::string>& arguments, double work);

} // namespace lockstep::bench
