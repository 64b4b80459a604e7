// A file that looks over a border, for the test of the borders.
#include "lens/report.hpp"

#include "html/html.hpp"
