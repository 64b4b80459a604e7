// The ladder of softmax: from three passes over each row to one.
#include "row_ladder.hpp"

#include "../peers/native_attention.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::bench
{
namespace ladder_softmax
{

std::vector<double> softmax_of(std::span<const float> row, const std::vector<std::vector<float>>& /*none*/)
{
    const double largest = *std::ranges::max_element(row);
    std::vector<double> result(row.size());
    double sum = 0;
    for (std::size_t c = 0; c < row.size(); ++c) sum += result[c] = std::exp(row[c] - largest);
    for (double& value : result) value /= sum;
    return result;
}

class Softmax final : public RowLadder
{
public:
    std::string name() const override { return "softmax"; }
    std::string title() const override { return "Softmax of rows"; }
    std::vector<std::string> cases() const override { return {"1024", "50257"}; }

protected:
    std::array<Pass, 2> passes() const override
    {
        return {{{"three_passes", "the largest, the sum, the results"},
                 {"online", "the largest and the sum in one pass"}}};
    }
    /// Scores of which most rows have some whose exp is no float.
    RowJob row_job() const override
    {
        return {.low = -10,
                .high = 30,
                .offset = 50,
                .parameters = {},
                .absolute = 1e-30,
                .relative = 1e-5,
                .reference = softmax_of};
    }
    void run_natively(std::span<const float> in, const std::vector<std::vector<float>>& /*none*/,
                      std::span<float> out, std::size_t columns) const override
    {
        native::softmax(in, out, columns);
    }
    cl_uint set_extra(cl::Kernel& /*kernel*/, cl_uint /*at*/) const override { return 0; }
};

const Registered registered{std::make_unique<Softmax>()};

} // namespace ladder_softmax
} // namespace lockstep::bench
