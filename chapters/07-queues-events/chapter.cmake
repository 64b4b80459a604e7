# The film as it is after this chapter.
add_executable(${chapter}-film "${folder}/film.cpp")
list(APPEND targets ${chapter}-film)

# The stream cut into more or fewer chunks.
add_executable(${chapter}-chunks "${folder}/chunks.cpp")
list(APPEND targets ${chapter}-chunks)
