// The ladder of layer norms: from two passes for the mean and the variance to one for all.
#include "row_ladder.hpp"

#include "../peers/native_attention.hpp"

#include <cmath>
#include <numeric>

namespace lockstep::bench
{
namespace ladder_layer_norm
{

constexpr float epsilon = 1e-5F;

std::vector<double> norm_of(std::span<const float> row, const std::vector<std::vector<float>>& vectors)
{
    const auto count = static_cast<double>(row.size());
    const double mean = std::accumulate(row.begin(), row.end(), 0.0) / count;
    double squares = 0;
    for (const float x : row) squares += (x - mean) * (x - mean);
    const double scale = 1 / std::sqrt(squares / count + double{epsilon});
    std::vector<double> result(row.size());
    for (std::size_t c = 0; c < row.size(); ++c)
        result[c] = (row[c] - mean) * scale * vectors[0][c] + vectors[1][c];
    return result;
}

class LayerNorm final : public RowLadder
{
public:
    std::string name() const override { return "layer_norm"; }
    std::string title() const override { return "Layer norm of rows"; }
    std::vector<std::string> cases() const override { return {"1024", "5001"}; }

protected:
    std::array<Pass, 2> passes() const override
    {
        return {{{"two_passes", "the mean, then the variance"},
                 {"shifted", "both in one pass, of shifted numbers"}}};
    }
    /// Rows whose mean is up to twenty times their deviation: an error of the mean's last bit is 1e-6 of the results.
    RowJob row_job() const override
    {
        return {.low = -10,
                .high = 30,
                .offset = 50,
                .parameters = {33, 34},
                .absolute = 2e-5,
                .relative = 2e-5,
                .reference = norm_of};
    }
    void run_natively(std::span<const float> in, const std::vector<std::vector<float>>& vectors,
                      std::span<float> out, std::size_t /*columns*/) const override
    {
        native::layer_norm(in, vectors[0], vectors[1], out, epsilon);
    }
    cl_uint set_extra(cl::Kernel& kernel, cl_uint at) const override
    {
        kernel.setArg(at, epsilon);
        return 1;
    }
};

const Registered registered{std::make_unique<LayerNorm>()};

} // namespace ladder_layer_norm
} // namespace lockstep::bench
