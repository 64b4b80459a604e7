// What a reader says of a text that is wrong.
#pragma once

#include "lockstep/failure.hpp"
#include "lockstep/formats/json_reader.hpp"

#include <string>

/// The whole message of the Failure that `read` throws for the text, "FILE" being its file and "REMEDY" what to try;
/// "read" when it throws none.
template <typename Read>
std::string refusal_of(const std::string& text, Read read)
{
    try {
        read(lockstep::formats::JsonReader::parse(text, "FILE", "REMEDY"));
        return "read";
    } catch (const lockstep::Failure& failure) {
        return failure.happened() + " | " + failure.next();
    }
}
