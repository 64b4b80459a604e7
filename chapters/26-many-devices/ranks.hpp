// What this program needs of MPI: who we are, who our neighbours are, and rows that go to
// them.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// MPI from main's beginning to its end.
struct MpiSession
{
    MpiSession(int& argc, char**& argv) { MPI_Init(&argc, &argv); }
    ~MpiSession() { MPI_Finalize(); }
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;
};

class Ranks
{
public:
    explicit Ranks(MPI_Comm communicator) : communicator_{communicator}
    {
        MPI_Comm_rank(communicator, &rank);
        MPI_Comm_size(communicator, &count);
        MPI_Comm here;
        MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &here);
        MPI_Comm_rank(here, &rank_here);
        MPI_Comm_size(here, &count_here);
        MPI_Comm_free(&here);
    }

    int rank = 0, count = 1;           // of all
    int rank_here = 0, count_here = 1; // of those on this machine

    // The first `some` of these ranks; the others get an empty communicator and must not
    // use it.
    MPI_Comm first(int some) const
    {
        MPI_Comm part;
        MPI_Comm_split(communicator_, rank < some ? 0 : MPI_UNDEFINED, rank, &part);
        return part;
    }

    //! [exchange]
    // Sends the first and the last own row to the neighbours, and receives theirs. Where
    // the grid ends, there is no neighbour: MPI_PROC_NULL sends nothing and receives
    // nothing.
    void exchange(const float* top, const float* bottom, float* above, float* below,
                  std::size_t columns) const
    {
        const int up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
        const int down = rank + 1 < count ? rank + 1 : MPI_PROC_NULL;
        const int length = static_cast<int>(columns);
        MPI_Request requests[4];
        MPI_Irecv(above, length, MPI_FLOAT, up, 0, communicator_, &requests[0]);
        MPI_Irecv(below, length, MPI_FLOAT, down, 1, communicator_, &requests[1]);
        MPI_Isend(top, length, MPI_FLOAT, up, 1, communicator_, &requests[2]);
        MPI_Isend(bottom, length, MPI_FLOAT, down, 0, communicator_, &requests[3]);
        // MPI_Waitall would keep this core busy, on which a CPU device may have to compute
        // meanwhile.
        for (int done = 0; done == 0; std::this_thread::yield())
            MPI_Testall(4, requests, &done, MPI_STATUSES_IGNORE);
    }
    //! [exchange]

    void barrier() const { MPI_Barrier(communicator_); }

    // Waits for the others without taking a core from them.
    void sleep_until_all() const
    {
        MPI_Request request;
        MPI_Ibarrier(communicator_, &request);
        for (int done = 0; done == 0;) {
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            if (done == 0) std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
    }

    double largest(double value) const
    {
        double result = 0;
        MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_MAX, communicator_);
        return result;
    }

    // All rows of all ranks, in order, at rank 0; empty elsewhere.
    std::vector<float> gathered(const std::vector<float>& mine) const
    {
        std::vector<int> lengths(static_cast<std::size_t>(count)), places(lengths.size());
        const int length = static_cast<int>(mine.size());
        MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, communicator_);
        int total = 0;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            places[i] = total;
            total += lengths[i];
        }
        std::vector<float> all(rank == 0 ? static_cast<std::size_t>(total) : 0);
        MPI_Gatherv(mine.data(), length, MPI_FLOAT, all.data(), lengths.data(),
                    places.data(), MPI_FLOAT, 0, communicator_);
        return all;
    }

private:
    MPI_Comm communicator_;
};
