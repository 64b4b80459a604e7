// A job whose every step needs something that a device may lack, and goes on without it.
#include "doubles.hpp"
#include "halves.hpp"
#include "newer.hpp"
#include "report.hpp"
#include "stores.hpp"
#include "sub_groups.hpp"
#include "svm.hpp"

#include <lockstep/run.hpp>

#include <stdexcept>

int main(int count, char** arguments)
{
    return run([&] {
        const Lab lab;
        if (count > 1 && std::string{arguments[1]} == "plan") {
            planned(lab); // the sum as this device makes it
            return;
        }
        report(lab);
        // The job: sums, totals, a list, launches that follow from it, and all of it again.
        doubles(lab);
        sub_groups(lab);
        wide_total(lab);
        shared_memory(lab);
        launch_from_kernel(lab);
        recorded(lab);
        // What other jobs need.
        bytes(lab);
        volume(lab);
        complaints(lab);
        halves(lab);
        dot_products(lab);
        told(lab);
        if (wrong_results > 0) throw std::runtime_error("some results are wrong");
    });
}
