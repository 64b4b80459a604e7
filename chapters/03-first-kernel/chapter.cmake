# The whole program on one page, which uses OpenCL and nothing of the book.
add_executable(${chapter}-picture "${folder}/picture.cpp")
target_link_libraries(${chapter}-picture PRIVATE OpenCL::OpenCL)
set_target_properties(${chapter}-picture PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/chapters")
