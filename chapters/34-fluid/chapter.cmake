# What draws the stream that a pointer stirs in a page of the live book.
add_executable(${chapter}-stirred "${folder}/stirred.cpp")
# The channel in bands, one for each rank; without MPI the program says that it was built so.
add_executable(${chapter}-ranks "${folder}/ranks.cpp")
if(MPI_CXX_FOUND)
    target_link_libraries(${chapter}-ranks PRIVATE MPI::MPI_CXX)
endif()
add_dependencies(${chapter} ${chapter}-ranks)
list(APPEND targets ${chapter}-ranks ${chapter}-stirred)
list(APPEND test_environment "OMPI_MCA_btl=^tcp") # as in chapter 26
