// What is wrong with a kernel's text, for whoever wrote it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lockstep::pocket
{

/// Where something stands. Lines and columns count from 1; line 0 is no place.
struct Place
{
    unsigned file = 0; ///< its number in Texts
    unsigned line = 0;
    unsigned column = 0;
};

/// A sentence about a place: what is wrong there, and what to write instead.
struct Message
{
    bool is_error = true; ///< else a warning
    Place place;
    std::string happened;
    std::string write; ///< "write global float*"; empty: nothing more can be said
};

/// The texts that a program is made of: its own and what it includes.
class Texts
{
public:
    /// @return the number of the file.
    unsigned add(std::string name, std::string text);

    const std::string& name(unsigned file) const { return files_.at(file).name; }
    const std::string& text(unsigned file) const { return files_.at(file).text; }
    std::size_t count() const { return files_.size(); }

    /// The number of a line, counted from 1, as the file's #line directives have it.
    unsigned number(unsigned file, unsigned line) const;

    /// The line of a place, without its end; empty where there is none.
    std::string line(const Place& place) const;

    /// Which line of the file's text a place is in, counted from 1: #line may number it otherwise. 0: none.
    unsigned counted(const Place& place) const;

private:
    struct File
    {
        std::string name;
        std::string text;
        std::vector<std::pair<unsigned, unsigned>> numbered =
            {}; ///< by #line: from which line on, and its number
    };

    std::vector<File> files_;
};

/// The messages as a compiler writes them: "name:line:column: error: …", the line, and a mark below the place.
std::string build_log(const std::vector<Message>& messages, const Texts& texts);

/// Thrown where a statement cannot be read any further; the message has been noted.
struct Refused
{
};

/// Notes messages, and stops when there are more than anybody reads.
class Notes
{
public:
    /// Notes an error. @throws Refused
    [[noreturn]] void refuse(const Place& place, std::string happened, std::string write = "");
    void error(const Place& place, std::string happened, std::string write = "");
    void warn(const Place& place, std::string happened, std::string write = "");

    bool has_errors() const { return errors_ > 0; }
    bool is_full() const { return errors_ >= 20; }
    const std::vector<Message>& all() const { return messages_; }

private:
    std::vector<Message> messages_;
    unsigned errors_ = 0;
};

/// One step further into what is nested in itself, for as long as it lives.
class Deeper
{
public:
    /// @throws Refused where that is deeper than `deepest`.
    Deeper(unsigned& depth, unsigned deepest, Notes& notes, const Place& place, const char* happened)
        : depth_(depth)
    {
        if (depth >= deepest) notes.refuse(place, happened);
        ++depth_;
    }
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

private:
    unsigned& depth_;
};

/// Of the words the one that a reader may have meant: one or two letters away; empty when none is.
std::string nearest(const std::string& wrong, const std::vector<std::string>& words);

} // namespace lockstep::pocket
