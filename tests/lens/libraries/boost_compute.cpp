// Squares and sums numbers by Boost.Compute, whose kernels the library writes itself.
#define CL_TARGET_OPENCL_VERSION 120
#include <boost/compute.hpp>

#include <numeric>
#include <vector>

int main()
{
    namespace compute = boost::compute;
    compute::command_queue queue = compute::system::default_queue();
    std::vector<float> numbers(256);
    std::iota(numbers.begin(), numbers.end(), 1.0F);
    compute::vector<float> values(numbers.size(), queue.get_context());
    compute::copy(numbers.begin(), numbers.end(), values.begin(), queue);
    compute::transform(values.begin(), values.end(), values.begin(),
                       compute::lambda::_1 * compute::lambda::_1, queue);
    float sum = 0;
    compute::reduce(values.begin(), values.end(), &sum, compute::plus<float>(), queue);
    return sum == 256.0F * 257 * 513 / 6 ? 0 : 1;
}
