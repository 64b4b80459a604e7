// The wrong solutions of an exercise as files, from its catalogue (tests/mutants; tools/check/wrong_solutions.hpp says its form).
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

// The text with the lines of ```diff blocks changed, where these stand in it exactly once.
function changed(text, blocks, where) {
    const lines = text.replace(/\n$/, '').split('\n');
    const changes = blocks.map((block) => {
        const part = (sign) => block.filter((line) => line[0] !== sign).map((line) => line.slice(1));
        const before = part('+');
        const places = lines.map((_, at) => at).filter((at) => before.every((line, which) => lines[at + which] === line));
        if (places.length !== 1) throw new Error(`${where}: a change fits ${places.length} times.`);
        return {at: places[0], count: before.length, after: part('-')};
    });
    changes.sort((a, b) => b.at - a.at).forEach(({at, count, after}) => lines.splice(at, count, ...after));
    return lines.join('\n') + '\n';
}

/** All of them: {name, stage, endless, files}; `stage` is to reject it, and what is endless never ends. @param edit the files that are edited @param solution their texts, by name */
export function wrongSolutions(source, id, edit, solution) {
    const catalogue = join(source, 'tests/mutants', id + '.md');
    if (!existsSync(catalogue)) return [];
    let stage = '';
    let endless = false;
    return readFileSync(catalogue, 'utf8').split(/^(?=## |\*\*[\w-]+\*\* )/m).slice(1).flatMap((entry) => {
        if (entry.startsWith('## ')) {
            stage = entry.match(/^## [\w ]+: (\w+)/)[1];
            endless = entry.startsWith('## Rejected by the time limit');
        }
        const name = entry.match(/^\*\*([\w-]+)\*\* /)?.[1];
        if (!name) return [];
        const files = {...solution};
        const blocks = new Map(); // by file
        for (const [, kind, file, body] of entry.matchAll(/^```(\w+)(?: file=(\S+))?\n([\s\S]*?)^```$/gm)) {
            const which = file ?? edit[0];
            if (kind === 'diff') blocks.set(which, [...(blocks.get(which) ?? []), body.replace(/\n$/, '').split('\n')]);
            else files[which] = body;
        }
        for (const [which, changes] of blocks) files[which] = changed(files[which], changes, `${id} ${name}`);
        return [{name, stage, endless, files}];
    });
}
