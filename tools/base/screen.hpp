// The whole terminal as one page, its keys, and the signals that concern it. However the program ends, the terminal is left
// as it was found.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// True when standard input and output are a terminal that can be drawn on: TERM is neither unset nor "dumb".
bool can_draw();

/// Takes the terminal: its other screen, no echo, keys without Enter, no cursor. One at a time.
class Screen
{
public:
    Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    ~Screen();

    /// Draws a page, line by line from the top, and of it only what is not there already. Lines are cut off at the
    /// terminal's width.
    void show(const std::vector<std::string>& page);

    /// The next page is drawn whole, after its size has changed, say.
    void forget() { shown_.clear(); }

    /// Gives the terminal back, lets the shell stop this process, and takes the terminal again when it goes on.
    void suspend();

private:
    std::vector<std::string> shown_;
};

/// What came to the terminal's program: a key, or a signal.
struct Event
{
    enum class Kind
    {
        letter, ///< `text` holds it, as UTF-8
        up,
        down,
        page_up,
        page_down,
        enter,
        escape,
        backspace,
        resized,
        stop,     ///< Ctrl-Z
        interrupt ///< Ctrl-C, or whatever else ends a program; `signal` says what
    };

    Kind kind = Kind::letter;
    std::string text;
    int signal = 0;
};

/// Keys and signals in the order in which they came. While there is one, Ctrl-C is an event and ends nothing by itself.
class Events
{
public:
    Events();
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;
    ~Events();

    /// To wait for, besides standard input: readable when a signal has come.
    int descriptor() const;

    /// What has come since; waits for nothing. A terminal that is gone is an interrupt by SIGHUP.
    std::vector<Event> take(bool input_is_ready);
};

/// The keys in what a terminal sent.
std::vector<Event> keys_in(const std::string& bytes);

/// A line cut off after so many columns, the sequences in it whole.
std::string cut_off(const std::string& line, std::size_t columns);

} // namespace lockstep::tool
