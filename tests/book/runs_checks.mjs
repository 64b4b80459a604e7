// runs_checks.mjs PAGE SOURCE PART SHARE [EXERCISE...]: judges the exercises of a part of the book in the modules that pages load, as their worker does. Each
// solution must pass all its stages, and each stub must fail. So must the wrong solutions, in their stage or before it; of these one of SHARE is
// tried, drawn by its name; 0: none. Where pages judge at small sizes, those that `correct` rejects may need the large ones: they are counted.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {readModule, workerOf} from './page_modules.mjs';
import {wrongSolutions} from './wrong_solutions.mjs';

const [page, source, part, share, ...chosen] = process.argv.slice(2);
const {exercises} = JSON.parse(readFileSync(join(page, 'runs.json'), 'utf8'));
const tool = await readModule(page, 'tool');
const checks = await readModule(page, part);
const work = workerOf(page, {tool, checks});
const mine = Object.keys(exercises).filter((id) => exercises[id].module === part && (chosen.length === 0 || chosen.includes(id)));

function textsIn(place) {
    return Object.fromEntries(readdirSync(place).filter((name) => name.endsWith('.cl')).map((name) => [name, readFileSync(join(place, name), 'utf8')]));
}

// The verdict on files, which may stand in for some of the stub's.
function judge({id, edit}, files, seconds) {
    const stub = textsIn(join(source, 'exercises', id));
    const own = {...stub, ...files};
    const events = work({
        words: ['check', id, ...(exercises[id].small ? ['small'] : [])],
        environment: {LOCKSTEP_SECONDS: String(seconds)},
        files: {
            ...tool.files, ...checks.files, '/build/lib/libpocket.so': '',
            ...Object.fromEntries(edit.map((name) => [`/book/.stubs/${id}/${name}`, stub[name]])),
            ...Object.fromEntries(edit.map((name) => [`/book/exercises/${id}/${name}`, own[name]])),
        },
    });
    const verdict = events.find(({name}) => name === 'verdict')?.data;
    const said = events.filter(({name}) => name === 'text').map(({data}) => data.text).join('');
    return verdict ?? {passed: false, stages: [], trouble: said + events.at(-1).data.sentence};
}

const inWords = ({stages, trouble}) => trouble ?? stages.map(({name, status, message}) => `    ${name}: ${status} ${message}`).join('\n');

// FNV-1a: the same sample everywhere.
function numberOf(name) {
    let hash = 0x811c9dc5;
    for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    return hash;
}

const order = ['builds', 'correct', 'clean', 'lens'];
let wrong = 0;
let tried = 0;
let large = 0; // that only large sizes reject, of exercises that pages judge at small ones

// Whether a verdict is what it has to be. @param stage that rejects the files; none: they are right; 'any': no matter which.
function isDue({passed, stages, trouble}, stage) {
    if (trouble) return false;
    if (!stage) return passed && stages.every(({status}) => status === 'passed');
    const rejecting = stages.find(({status}) => status === 'failed')?.name;
    if (!rejecting || stage === 'any') return Boolean(rejecting);
    return order.indexOf(rejecting) <= order.indexOf(stage);
}

function expect(exercise, what, files, stage, seconds = 300) { // by the clock, on a machine that may be busy
    const since = process.cpuUsage();
    const verdict = judge(exercise, files, seconds);
    const taken = process.cpuUsage(since);
    tried += 1;
    const isLarge = !isDue(verdict, stage) && !verdict.trouble && exercises[exercise.id].small && stage === 'correct';
    const good = isLarge || isDue(verdict, stage);
    large += isLarge ? 1 : 0;
    wrong += good ? 0 : 1;
    console.log(`${isLarge ? 'large' : good ? 'ok' : 'WRONG'} ${exercise.id} ${what}: ${verdict.passed ? 'passes' : 'fails'} after ${((taken.user + taken.system) / 1e6).toFixed(1)} s of the processor ` +
        `(${verdict.stages.map(({name, seconds}) => `${name} ${seconds?.toFixed(1)}`).join(', ')})${good ? '' : `, ${stage || 'nothing'} should reject it\n${inWords(verdict)}`}`);
}

for (const id of mine) {
    const {edit} = JSON.parse(readFileSync(join(source, 'exercises', id, 'exercise.json'), 'utf8'));
    const solution = textsIn(join(source, 'solutions', id));
    expect({id, edit}, 'solution', solution, '');
    expect({id, edit}, 'stub', {}, 'any', 20); // some never end
    for (const {name, stage, endless, files} of wrongSolutions(source, id, edit, solution))
        if (numberOf(id + name) % Number(share) === 0) expect({id, edit}, name, files, stage, endless ? 5 : 300);
}
console.log(`${mine.length} exercises, ${tried} verdicts, ${wrong} wrong, ${large} that only large sizes reject; ${(checks.bytes.length / 1e6).toFixed(2)} MB of WebAssembly, ` +
    `${(checks.packed.length / 1e6).toFixed(2)} MB as it is loaded`);
process.exit(wrong > 0 || mine.length === 0 ? 1 : 0);
