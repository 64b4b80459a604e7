// gather.mjs SOURCE OUT chapters|tests NAME...: one C++ file with the main.cpp of chapters or the test.cpp of exercises, each in a namespace of its
// own; NN-slug/NAME is another program of a chapter. What they include of libraries is included once, before them, so that none of it lands in their namespaces.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';

const [source, out, kind, ...names] = process.argv.slice(2);
const libraries = new Set();

// The headers of libraries that a file includes, itself or by headers beside it.
function gather(file, seen = new Set()) {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, bracket, name] of readFileSync(file, 'utf8').matchAll(/^\s*#\s*include\s*([<"])([^>"]+)[>"]/gm)) {
        const own = join(dirname(file), name);
        if (bracket === '"' && existsSync(own)) gather(own, seen);
        else libraries.add(name);
    }
}

const space = (name) => 'of_' + name.replace(/[^\w]/g, '_');
const fileOf = (name) => (kind === 'tests' ? join(source, 'exercises', name, 'test.cpp') :
    join(source, 'chapters', name.includes('/') ? name + '.cpp' : name + '/main.cpp'));
names.forEach((name) => gather(fileOf(name)));

// A program that holds its kernel as a text gets it from the page instead.
function textOf(file) {
    const text = readFileSync(file, 'utf8');
    const kernel = /const char\* const source = R"\([^]*?\)";/;
    if (kind === 'tests' || !kernel.test(text)) return `#include "${file}"`;
    libraries.add('lockstep/files.hpp');
    const whole = text.replace(/\n}\s*(?:\/\/.*\s*)*$/, '\n    return 0;\n}\n'); // which is said of a program's main() alone
    return whole.replace(/^#.*$/gm, '').replace(kernel,
        `const struct { operator std::string() const { return lockstep::read_text("/chapter/${basename(file, '.cpp')}.cl"); } } source;`);
}

const parts = names.map((name) => `namespace ${space(name)}
{
${textOf(fileOf(name))}
}
`);
const programs = `
std::span<const lockstep::pocket::PageProgram> lockstep::pocket::programs()
{
    static const std::array all{
${names.map((name) => `        PageProgram{"${name}", main_of<${space(name)}::main>},`).join('\n')}
    };
    return all;
}
`;
const head = kind === 'chapters' ? '#include "page/programs.hpp"\n\n#include <array>\n' : '#include "page/info.hpp"\n';
writeFileSync(out, `${[...libraries].map((name) => `#include <${name}>\n`).join('')}${head}
${parts.join('\n')}${kind === 'chapters' ? programs : ''}`);
