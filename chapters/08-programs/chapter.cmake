# One module in SPIR-V with a constant that the host sets; it calls OpenCL 2.2, which the other programs do not.
add_executable(${chapter}-constants "${folder}/constants.cpp")
target_link_libraries(${chapter}-constants PRIVATE OpenCL::OpenCL)
target_compile_definitions(${chapter}-constants PRIVATE CHAPTER_DIR="${folder}")
set_target_properties(${chapter}-constants PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/chapters")

# The film as it is after this chapter.
add_executable(${chapter}-film "${folder}/film.cpp")
list(APPEND targets ${chapter}-film)

# What a start costs, with and without the binaries and the driver's own cache.
add_executable(${chapter}-start "${folder}/start.cpp")
list(APPEND targets ${chapter}-start)
