# A program with a mistake in a call, for the story of how it is found.
add_executable(${chapter}-forgotten "${folder}/forgotten.cpp")
list(APPEND targets ${chapter}-forgotten)
