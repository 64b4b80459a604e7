# A program with a mistake in a call, for the story of how it is found.
add_executable(${chapter}-forgotten "${folder}/forgotten.cpp")
list(APPEND targets ${chapter}-forgotten)

# The film as it is after this chapter.
add_executable(${chapter}-film "${folder}/film.cpp")
list(APPEND targets ${chapter}-film)
