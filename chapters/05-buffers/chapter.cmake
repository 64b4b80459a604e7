# The film as it is after this chapter; chapters 6 to 9 have its later forms.
add_executable(${chapter}-film "${folder}/film.cpp")
list(APPEND targets ${chapter}-film)
