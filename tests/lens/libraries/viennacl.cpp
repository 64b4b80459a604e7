// Adds vectors and multiplies a matrix by one by ViennaCL, whose kernels the library writes itself.
#define CL_TARGET_OPENCL_VERSION 120
#define VIENNACL_WITH_OPENCL
#include <viennacl/linalg/prod.hpp>
#include <viennacl/matrix.hpp>
#include <viennacl/vector.hpp>

#include <vector>

int main()
{
    constexpr std::size_t count = 256;
    viennacl::vector<float> x = viennacl::scalar_vector<float>(count, 1.0F);
    viennacl::vector<float> y = viennacl::scalar_vector<float>(count, 2.0F);
    y += 3.0F * x;
    const viennacl::matrix<float> ones = viennacl::scalar_matrix<float>(count, count, 1.0F);
    const viennacl::vector<float> product = viennacl::linalg::prod(ones, y);
    std::vector<float> found(count);
    viennacl::copy(product, found);
    for (const float value : found)
        if (value != 5.0F * count) return 1;
    return 0;
}
