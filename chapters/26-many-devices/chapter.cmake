# The program for mpirun; without MPI it says that it was built so.
add_executable(${chapter}-ranks "${folder}/ranks.cpp")
if(MPI_CXX_FOUND)
    target_link_libraries(${chapter}-ranks PRIVATE MPI::MPI_CXX)
endif()
add_dependencies(${chapter} ${chapter}-ranks)
list(APPEND targets ${chapter}-ranks)
# The ranks of one host use its memory; Open MPI 5 complains of a network that it cannot use, even if no rank needs it.
list(APPEND test_environment "OMPI_MCA_btl=^tcp")
