// The order of a class's submissions by speed and by the lens's counts, claimed only where it is larger than the spread.
#pragma once

#include "lockstep/formats/leaderboard.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// With fewer rounds not even rounds that are all apart would be an order.
inline constexpr std::size_t fewest_rounds = 5;

/// How likely it is that of two equal kernels, each measured in so many rounds, one seems faster, when the interval of each
/// leaves out the `cut` lowest and highest: that all that is left of the one lies above all that is left of the other.
/// (Every order of the 2 · rounds values is as likely as any other.)
double false_order(std::size_t rounds, std::size_t cut);

/// Median and interval of the rounds' figures. As many of the lowest and highest are left out as keeps the false orders that
/// are to be expected among so many equal kernels, pair by pair, within one in twenty classes: of few rounds none.
formats::Figures figures_of(std::vector<double> rounds, std::size_t kernels);

/// How many pairs of so many equal kernels are put in an order all the same.
double expected_false_orders(std::size_t rounds, std::size_t kernels);

/// The figure of one turn: the work over the median of its launches' times on the device.
double figure_of(const formats::MeasuredTurn& turn);

/// Why a student's times cannot be believed, in a sentence; empty when they can. A kernel that breaks out of its buffers may
/// do to the device's clock what it likes. But it is started and waited for by another process, which knows how much longer
/// that takes with the book's rung.
/// @param highest the most that the device was seen to do, in the ladder's unit; 0: not to be judged by.
std::string unbelievable(std::span<const formats::MeasuredTurn> turns,
                         std::span<const formats::MeasuredTurn> book, double highest);

/// Gives everyone their places and sorts, best first. In speed, students whose intervals overlap may stand on the same
/// places: `first` is one behind all that are certainly faster, `last` before all that are certainly slower. By counts, the
/// fewer sectors the better, then the fewer passes; equal counts share a place.
void place(std::vector<formats::BoardRow>& students);

/// By which part of its median the limit moved from round to round; above most_drift the machine was not quiet.
double drift_of(const formats::Leaderboard& board);
inline constexpr double most_drift = 0.10; // as in bench

/// "1", "1–3".
std::string places_text(const formats::Places& places);

/// A line for each student: places, key, name, figures, counts, and why there are none.
std::string leaderboard_csv(const formats::Leaderboard& board);

/// The same for a terminal, without the reasons' details.
std::string leaderboard_text(const formats::Leaderboard& board);

} // namespace lockstep::tool
