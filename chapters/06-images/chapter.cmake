# The film as it is after this chapter.
add_executable(${chapter}-film "${folder}/film.cpp")
list(APPEND targets ${chapter}-film)
