// What the server answers to questions about platforms, devices and objects.
#pragma once

#include "remote/calls.hpp"

#include <optional>

namespace lockstep::remote
{

/// The answer to a query; nothing when `call` is none.
std::optional<Writer> answer_to_query(Call call, Reader& request);

} // namespace lockstep::remote
