// Tests of what is taken from a submission: the forms that are understood, and everything a hostile one can hold.
#include "archive_maker.hpp"

#include "grade/intake.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

const std::string saxpy = "03-first-kernel/2-saxpy";

ExerciseInfo exercise(const std::string& chapter, const std::string& name, std::vector<std::string> edit)
{
    ExerciseInfo info;
    info.id = chapter + "/" + name;
    info.chapter = chapter;
    info.name = name;
    info.edit = std::move(edit);
    info.folder = fs::path{"/no/such/book"} / info.id;
    return info;
}

const std::vector<ExerciseInfo> book{exercise("03-first-kernel", "1-square", {"square.cl"}),
                                     exercise("03-first-kernel", "2-saxpy", {"saxpy.cl"}),
                                     exercise("06-images", "5-pyramid", {"pyramid.cpp", "pyramid.cl"}),
                                     exercise("09-debugging", "1-square", {"square.cl"})};

class Handed
{
public:
    fs::path path(const std::string& name) const { return scratch_.path() / name; }

    /// A folder with one file.
    SubmittedFiles folder_with(const std::string& file, const std::string& text = "mine")
    {
        fs::remove_all(path("folder"));
        write("folder/" + file, text);
        return take("folder");
    }
    void write(const std::string& file, const std::string& text) const
    {
        fs::create_directories(path(file).parent_path());
        write_text(path(file), text);
    }
    SubmittedFiles take(const std::string& name, const IntakeLimits& limits = {}) const
    {
        return take_in(path(name), book, book, limits);
    }

private:
    ScratchFolder scratch_;
};

std::string text_of(const SubmittedFiles& taken, const std::string& id, const std::string& file)
{
    const auto found = taken.exercises.find(id);
    if (found == taken.exercises.end() || !found->second.files.contains(file)) return "(nothing)";
    return found->second.files.at(file);
}

std::string all_notes(const SubmittedFiles& taken)
{
    std::string all;
    for (const std::string& note : taken.notes) all += note + "\n";
    for (const auto& [id, files] : taken.exercises)
        for (const std::string& note : files.notes) all += note + "\n";
    return all;
}

} // namespace

TEST_SUITE("grade_intake")
{
    TEST_CASE("the exercise's folder is found in every form, below any folder")
    {
        Handed handed;
        for (const char* form :
             {"exercises/03-first-kernel/2-saxpy/saxpy.cl", "exercises/03/2-saxpy/saxpy.cl",
              "03-first-kernel/2-saxpy/saxpy.cl", "3/2-saxpy/saxpy.cl", "2-saxpy/saxpy.cl", "saxpy.cl",
              "lab one/lockstep-main/exercises/03-first-kernel/2-saxpy/saxpy.cl",
              "20231234/2-saxpy/saxpy.cl"}) {
            CAPTURE(form);
            CHECK(text_of(handed.folder_with(form), saxpy, "saxpy.cl") == "mine");
        }
    }

    TEST_CASE("a name that two exercises have needs its chapter")
    {
        Handed handed;
        CHECK(contains(handed.folder_with("square.cl").sentence, "holds no file"));
        CHECK(contains(handed.folder_with("1-square/square.cl").sentence, "holds no file"));
        CHECK(text_of(handed.folder_with("9/1-square/square.cl"), "09-debugging/1-square", "square.cl") ==
              "mine");
    }

    TEST_CASE("a bare name must be clear among what was asked for, and not in the whole book")
    {
        const Handed handed;
        handed.write("fritz/square.cl", "mine");
        const std::vector<ExerciseInfo> asked{book[1], book[3]};
        const SubmittedFiles taken = take_in(handed.path("fritz"), book, asked);
        CHECK(text_of(taken, "09-debugging/1-square", "square.cl") == "mine");
        handed.write("gina/1-square/square.cl", "mine");
        CHECK(text_of(take_in(handed.path("gina"), book, asked), "09-debugging/1-square", "square.cl") ==
              "mine");
        handed.write("hans/03-first-kernel/square.cl", "of another chapter");
        CHECK(text_of(take_in(handed.path("hans"), book, asked), "09-debugging/1-square", "square.cl") ==
              "(nothing)");
        CHECK(contains(all_notes(handed.take("fritz")),
                       "'square.cl' may belong to 03-first-kernel/1-square or "
                       "09-debugging/1-square, and was left out."));
    }

    TEST_CASE("a second copy is taken where there is no first, and files that are not recognised are named")
    {
        Handed handed;
        for (const char* name :
             {"saxpy (1).cl", "saxpy(2).cl", "saxpy-1.cl", "saxpy - Copy.cl", "Saxpy copy.cl"}) {
            CAPTURE(name);
            const SubmittedFiles taken = handed.folder_with(name);
            CHECK(text_of(taken, saxpy, "saxpy.cl") == "mine");
            CHECK(contains(all_notes(taken), "was taken as saxpy.cl"));
        }
        handed.folder_with("saxpy.cl");
        handed.write("folder/saxpy (1).cl", "another");
        CHECK(text_of(handed.take("folder"), saxpy, "saxpy.cl") == "mine");
        CHECK(all_notes(handed.take("folder")) ==
              "saxpy.cl is there more than once; 'saxpy.cl' was taken.\n");
        handed.folder_with("my saxpy final.cl");
        handed.write("folder/exercises/03-first-kernel/2-saxpy/test.cpp", "the book's");
        handed.write("folder/kernels/scan.cl", "the book's");
        handed.write("folder/thoughts.pdf", "%PDF");
        const std::string notes = all_notes(handed.take("folder"));
        CHECK(notes == "'my saxpy final.cl' is the name of no file that was asked for.\n");
    }

    TEST_CASE("a solution or another chapter's file is nobody's work")
    {
        Handed handed;
        CHECK(contains(handed.folder_with("solutions/03-first-kernel/2-saxpy/saxpy.cl").sentence,
                       "holds no file"));
        CHECK(contains(handed.folder_with("09-debugging/2-saxpy/saxpy.cl").sentence, "holds no file"));
        CHECK(contains(handed.folder_with("1-square/saxpy.cl").sentence, "holds no file"));
    }

    TEST_CASE("all kinds of archives are read, whatever they are called")
    {
        const Handed handed;
        for (const char* kind : {"zip", "tar", "tar.gz", "tar.xz"}) {
            CAPTURE(kind);
            ArchiveMaker{handed.path("ann.dat"), kind}
                .add("top/exercises/" + saxpy + "/saxpy.cl", "the kernel")
                .add("top/exercises/" + saxpy + "/own.clh", "a header");
            const SubmittedFiles taken = handed.take("ann.dat");
            CHECK(taken.sentence == "");
            CHECK(text_of(taken, saxpy, "saxpy.cl") == "the kernel");
            CHECK(text_of(taken, saxpy, "own.clh") == "a header");
        }
    }

    TEST_CASE("what leads out of the submission is left out and told")
    {
        const Handed handed;
        for (const char* kind : {"zip", "tar"}) {
            CAPTURE(kind);
            ArchiveMaker{handed.path("ann"), kind}
                .add("../" + saxpy + "/saxpy.cl", "up")
                .add("a/../../bob/" + saxpy + "/saxpy.cl", "across")
                .add("/tmp/" + saxpy + "/saxpy.cl", "absolute")
                .add("..\\" + saxpy + "\\saxpy.cl", "backslash")
                .add("C:\\2-saxpy\\saxpy.cl", "drive");
            const SubmittedFiles taken = handed.take("ann");
            CHECK(text_of(taken, saxpy, "saxpy.cl") == "(nothing)");
            CHECK(contains(all_notes(taken),
                           "'../03-first-kernel/2-saxpy/saxpy.cl' leads out of the submission"));
            CHECK(contains(all_notes(taken), "'/tmp/03-first-kernel/2-saxpy/saxpy.cl' leads out"));
            CHECK(taken.notes.size() == 5);
            CHECK(contains(taken.sentence, "holds no file"));
        }
    }

    TEST_CASE("links and devices in an archive are not followed")
    {
        const Handed handed;
        ArchiveMaker{handed.path("ann"), "tar"}
            .add_symbolic_link(saxpy + "/saxpy.cl", "/etc/passwd")
            .add_symbolic_link("out", "/tmp")
            .add("out/secret", "written through the link")
            .add_hard_link("06-images/5-pyramid/pyramid.cl", "/etc/passwd")
            .add_device("06-images/5-pyramid/pyramid.cpp");
        const SubmittedFiles taken = handed.take("ann");
        for (const auto& [id, files] : taken.exercises) CHECK(files.files.empty());
        CHECK(contains(all_notes(taken), "saxpy.cl' is a link and was not followed"));
        CHECK(contains(all_notes(taken), "pyramid.cl' is a link and was not followed"));
        CHECK(contains(all_notes(taken), "pyramid.cpp' is no file and was left out"));
    }

    TEST_CASE("links and pipes in a folder are not followed")
    {
        const Handed handed;
        handed.write("secret", "not theirs");
        handed.write("ann/notes.txt", "hello");
        fs::create_directories(handed.path("ann") / saxpy);
        fs::create_symlink(handed.path("secret"), handed.path("ann") / saxpy / "saxpy.cl");
        fs::create_directory_symlink(handed.path("."), handed.path("ann/loop"));
        REQUIRE(mkfifo((handed.path("ann/pyramid.cpp")).c_str(), 0600) == 0);
        const SubmittedFiles taken = handed.take("ann");
        CHECK(text_of(taken, saxpy, "saxpy.cl") == "(nothing)");
        CHECK(contains(all_notes(taken), "saxpy.cl' is a link"));
        CHECK(contains(all_notes(taken), "'loop' is a link"));
        CHECK(contains(all_notes(taken), "'pyramid.cpp' is no file"));
    }

    TEST_CASE("a submission that is a link itself is not followed")
    {
        const Handed handed;
        handed.write("ann/saxpy.cl", "ann's");
        fs::create_directory_symlink(handed.path("ann"), handed.path("bob"));
        CHECK(contains(handed.take("bob").sentence, "It is a link"));
    }

    TEST_CASE("an archive that is all that a folder holds is opened, as Moodle gives it out")
    {
        const Handed handed;
        fs::create_directories(handed.path("Ann Lee_1_assignsubmission_file_"));
        ArchiveMaker{handed.path("Ann Lee_1_assignsubmission_file_/lab.zip"), "zip"}.add("saxpy.cl", "mine");
        CHECK(text_of(handed.take("Ann Lee_1_assignsubmission_file_"), saxpy, "saxpy.cl") == "mine");
    }

    TEST_CASE("an archive inside is not opened")
    {
        const Handed handed;
        ArchiveMaker{handed.path("inner.zip"), "zip"}.add("saxpy.cl", "inside");
        ArchiveMaker{handed.path("ann"), "zip"}.add("inner.zip", read_bytes(handed.path("inner.zip")));
        const SubmittedFiles taken = handed.take("ann");
        CHECK(contains(taken.sentence, "holds no file"));
        CHECK(
            contains(all_notes(taken), "'inner.zip' is an archive inside the submission and was not opened"));
    }

    TEST_CASE("bombs are stopped by what they unpack to")
    {
        const Handed handed;
        for (const char* kind : {"zip", "tar.gz", "tar.xz"}) {
            CAPTURE(kind);
            ArchiveMaker{handed.path("ann"), kind}.add("saxpy.cl", "mine").add_zeros("zeros", 40U << 20U);
            const SubmittedFiles taken = handed.take("ann");
            CHECK(contains(taken.sentence, "It unpacks to more than 100 times its own size"));
            CHECK(taken.exercises.empty());
        }
    }

    TEST_CASE("limits of entries, of a file and of all files hold")
    {
        const Handed handed;
        {
            ArchiveMaker many{handed.path("many"), "tar"};
            for (int i = 0; i < 30; ++i) many.add_folder("folder" + std::to_string(i));
        }
        CHECK(contains(handed.take("many", {.entries = 20}).sentence, "more than 20 entries"));
        ArchiveMaker{handed.path("large"), "tar"}.add("saxpy.cl", "mine").add_zeros("zeros", 3U << 20U);
        CHECK(contains(handed.take("large", {.file_bytes = 1U << 20U}).sentence,
                       "'zeros' in it is larger than 1 MiB"));
        CHECK(contains(handed.take("large", {.total_bytes = 2U << 20U}).sentence,
                       "unpacks to more than 2 MiB"));
        CHECK(handed.take("large").sentence == "");
    }

    TEST_CASE("a hole of a hundred gigabytes is a large file")
    {
        const Handed handed;
        ArchiveMaker{handed.path("ann"), "tar"}.add_hole("saxpy.cl", std::int64_t{100} << 30U);
        CHECK(contains(handed.take("ann").sentence, "'saxpy.cl' in it is larger than 64 MiB"));
    }

    TEST_CASE("a file that is too large for an exercise is left out and told")
    {
        const Handed handed;
        ArchiveMaker{handed.path("ann"), "tar"}.add_zeros("saxpy.cl", 2U << 20U);
        const SubmittedFiles taken = handed.take("ann");
        CHECK(contains(taken.sentence, "holds no file"));
        CHECK(contains(all_notes(taken), "'saxpy.cl' is too large"));
    }

    TEST_CASE("names with line ends, quotes and stray bytes are shown escaped")
    {
        const Handed handed;
        ArchiveMaker{handed.path("ann"), "tar"}
            .add_symbolic_link("a\nb\"c'd,<script>\x1b[31m", "x")
            .add_symbolic_link("\xff\xfe", "x")
            .add_symbolic_link("\xc3\xa4\xe2\x80\xae.cl", "x") // ä and a mark that turns the direction
            .add("saxpy.cl", "mine");
        const SubmittedFiles taken = handed.take("ann");
        CHECK(text_of(taken, saxpy, "saxpy.cl") == "mine");
        CHECK(contains(all_notes(taken), "'a\\nb\"c'd,<script>\\x1b[31m' is a link"));
        CHECK(contains(all_notes(taken), "'\\xff\\xfe' is a link"));
        CHECK(contains(all_notes(taken), "'\xc3\xa4\\xe2\\x80\\xae.cl' is a link"));
    }

    TEST_CASE("a zip with names in UTF-8 and in another encoding is read")
    {
        const Handed handed;
        ArchiveMaker{handed.path("ann"), "zip"}
            .add("\xc3\x9c"
                 "bung/2-saxpy/saxpy.cl",
                 "mine")
            .add("\xdc"
                 "bung/5-pyramid/pyramid.cl",
                 "too");
        const SubmittedFiles taken = handed.take("ann");
        CHECK(text_of(taken, saxpy, "saxpy.cl") == "mine");
        CHECK(text_of(taken, "06-images/5-pyramid", "pyramid.cl") == "too");
    }

    TEST_CASE("duplicates and names that differ in case are told, and the clearest is taken")
    {
        const Handed handed;
        ArchiveMaker{handed.path("twice"), "tar"}.add("saxpy.cl", "first").add("saxpy.cl", "second");
        CHECK(text_of(handed.take("twice"), saxpy, "saxpy.cl") == "second");
        CHECK(contains(all_notes(handed.take("twice")), "saxpy.cl is there more than once"));

        ArchiveMaker{handed.path("case"), "tar"}.add("saxpy.cl", "exact").add("SAXPY.CL", "loud");
        CHECK(text_of(handed.take("case"), saxpy, "saxpy.cl") == "exact");
        CHECK(contains(all_notes(handed.take("case")), "'SAXPY.CL' is there beside saxpy.cl"));

        ArchiveMaker{handed.path("loud"), "tar"}.add("2-Saxpy/Saxpy.CL", "loud");
        CHECK(text_of(handed.take("loud"), saxpy, "saxpy.cl") == "loud");
        CHECK(contains(all_notes(handed.take("loud")), "was taken as saxpy.cl"));

        ArchiveMaker{handed.path("places"), "tar"}
            .add("saxpy.cl", "bare")
            .add("exercises/" + saxpy + "/saxpy.cl", "in its folder")
            .add("2-saxpy/saxpy.cl", "short");
        const SubmittedFiles taken = handed.take("places");
        CHECK(text_of(taken, saxpy, "saxpy.cl") == "in its folder");
        CHECK(contains(all_notes(taken), "It is there in '2-saxpy' as well"));
    }

    TEST_CASE("what cannot be read is a sentence")
    {
        const Handed handed;
        handed.write("empty", "");
        CHECK(handed.take("empty").sentence == "It is empty.");
        fs::create_directory(handed.path("nothing"));
        CHECK(handed.take("nothing").sentence == "It is empty.");
        ArchiveMaker{handed.path("hollow"), "zip"};
        CHECK(handed.take("hollow").sentence == "It is empty.");
        handed.write("text.zip", "this is my homework\n");
        CHECK(contains(handed.take("text.zip").sentence, "It is no archive that can be read"));
        ArchiveMaker{handed.path("whole"), "tar.gz"}
            .add("saxpy.cl", std::string(5000, 'x'))
            .add("other", "y");
        const std::string whole = read_bytes(handed.path("whole"));
        handed.write("half", whole.substr(0, whole.size() / 2));
        CHECK(contains(handed.take("half").sentence, "It is no archive that can be read"));
        CHECK(handed.take("half").exercises.empty());
        REQUIRE(mkfifo(handed.path("pipe").c_str(), 0600) == 0);
        CHECK(contains(handed.take("pipe").sentence, "neither a folder nor an archive"));
    }

    TEST_CASE("what was taken is written below its folder alone, and read again")
    {
        const Handed handed;
        ArchiveMaker{handed.path("ann.zip"), "zip"}
            .add("saxpy.cl", "mine\r\n\xff")
            .add("5-pyramid/../evil.cl", "x")
            .add("06-images/5-pyramid/pyramid.cpp", "int main;")
            .add("06-images/5-pyramid/sub/dir.clh", "not beside")
            .add("06-images/5-pyramid/-o x.clh", "no name");
        const SubmittedFiles taken = handed.take("ann.zip");
        write_submitted(taken, handed.path("out/ann"));
        const SubmittedFiles again = read_submitted(handed.path("out/ann"));
        CHECK(again.sentence == taken.sentence);
        CHECK(again.notes == taken.notes);
        CHECK(text_of(again, saxpy, "saxpy.cl") == "mine\r\n\xff");
        CHECK(text_of(again, "06-images/5-pyramid", "pyramid.cpp") == "int main;");
        CHECK(again.exercises.at("06-images/5-pyramid").files.size() == 1);
        std::size_t entries = 0;
        for (const auto& entry : fs::directory_iterator(handed.path(".")))
            entries += entry.exists() ? 1U : 0U;
        CHECK(entries == 2); // ann.zip and out
    }
}
