// A parent that launches a kernel, forks a child that launches another one, and starts a third process of itself. With the
// argument "waiting" it launches once and interrupts the lens.
#include <CL/opencl.hpp>

#include <csignal>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace
{

void launch(const std::string& name)
{
    const cl::Context context{CL_DEVICE_TYPE_GPU};
    const cl::CommandQueue queue{context, context.getInfo<CL_CONTEXT_DEVICES>().front()};
    const std::string source =
        "kernel void " + name + "(global int* out)\n{\n    out[get_global_id(0)] = 1;\n}\n";
    const cl::Program program{context, source, true};
    const cl::Buffer out{context, CL_MEM_READ_WRITE, 64 * sizeof(cl_int)};
    cl::Kernel kernel{program, name.c_str()};
    kernel.setArg(0, out);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, 64, 64);
    queue.finish();
}

} // namespace

int main(int argc, char** argv)
{
    const std::string role = argc > 1 ? argv[1] : "parent";
    launch(role);
    if (role == "waiting") {
        kill(getppid(), SIGINT); // as Ctrl-C reaches the lens
        pause();
    }
    if (role != "parent") return 0;
    for (const bool same_program : {true, false}) {
        const pid_t child = fork();
        if (child == 0) {
            if (!same_program) execl(argv[0], argv[0], "started", nullptr);
            launch("forked");
            return 0;
        }
        int status = 0;
        waitpid(child, &status, 0);
    }
    launch("parent");
}
