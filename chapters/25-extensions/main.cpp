// What this device has beyond OpenCL 1.2's core: asked for, used, and done without.
#include "doubles.hpp"
#include "halves.hpp"
#include "newer.hpp"
#include "report.hpp"
#include "stores.hpp"
#include "sub_groups.hpp"
#include "svm.hpp"

#include <lockstep/run.hpp>

#include <stdexcept>

int main()
{
    return run([] {
        const Lab lab;
        report(lab);
        doubles(lab);
        wide_total(lab);
        complaints(lab);
        bytes(lab);
        volume(lab);
        halves(lab);
        sub_groups(lab);
        shared_memory(lab);
        dot_products(lab);
        launch_from_kernel(lab);
        recorded(lab);
        told(lab);
        if (wrong_results > 0) throw std::runtime_error("some results are wrong");
    });
}
