// What other work-items see of a work-item's reads and writes, and when: litmus tests,
// groups that wait, atomics.
#include "atomics.hpp"
#include "groups.hpp"
#include "litmus.hpp"
#include "machine_code.hpp"

#include <lockstep/run.hpp>

int main()
{
    return run([] {
        const Lab lab;
        std::printf("atomics may be: %s\n\n", lab.promised().c_str());
        litmus(lab);
        in_one_group(lab);
        tickets(lab);
        groups_that_meet(lab);
        locks(lab);
        one_place(lab);
        orders_and_scopes(lab);
        machine_code(lab);
    });
}
