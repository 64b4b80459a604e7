// A peer that lives in a process of its own: CUB and PyTorch, which speak CUDA.
#pragma once

#include "../ladder.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// Starts a program that answers each line "run" on its standard input with a line holding the milliseconds that one run
/// took on the device, and whose first line is "ready". Empty when it cannot be started or ends before it is ready
/// (no CUDA, no PyTorch). It is ended with the last copy of the peer.
std::optional<Peer> process_peer(const std::string& name, const std::vector<std::string>& command,
                                 double work);

/// The CUB peer, build/bin/lockstep-peer-cub, with these arguments, for example {"reduce", "float", "67108864"}; empty
/// where it was not built or the device is not NVIDIA's.
std::optional<Peer> cub_peer(const Workbench& workbench, const std::vector<std::string>& arguments,
                             double work);

} // namespace lockstep::bench
