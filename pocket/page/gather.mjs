// gather.mjs SOURCE OUT CHAPTER...: one C++ file with the chapters' own programs, each in a namespace of its own. What they include of
// libraries is included once, before them, so that none of it lands in their namespaces.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

const [source, out, ...chapters] = process.argv.slice(2);
const libraries = new Set();

// The headers of libraries that a file includes, itself or by the chapter's own headers.
function gather(file, seen = new Set()) {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, bracket, name] of readFileSync(file, 'utf8').matchAll(/^\s*#\s*include\s*([<"])([^>"]+)[>"]/gm)) {
        const own = join(dirname(file), name);
        if (bracket === '"' && existsSync(own)) gather(own, seen);
        else libraries.add(name);
    }
}

const space = (chapter) => 'chapter_' + chapter.replaceAll('-', '_');
const files = chapters.map((chapter) => join(source, 'chapters', chapter, 'main.cpp'));
files.forEach((file) => gather(file));
const parts = chapters.map((chapter, which) => `namespace ${space(chapter)}
{
#include "${files[which]}"
}
`);
writeFileSync(out, `${[...libraries].map((name) => `#include <${name}>\n`).join('')}
#include "page/programs.hpp"

#include <array>

${parts.join('\n')}
std::span<const lockstep::pocket::PageProgram> lockstep::pocket::programs()
{
    static const std::array all{
${chapters.map((chapter) => `        PageProgram{"${chapter}", ${space(chapter)}::main},`).join('\n')}
    };
    return all;
}
`);
