// What a page without a server keeps: in the browser, or in the page where the browser may not or has no room. It says so once.

const inPage = new Map(); // what the browser did not take; it is newer than what the browser has
let trouble = '';
const listeners = [];

/** Calls `listener` with why what is kept is lost with the page, now or as soon as it is so. */
export function onStoreTrouble(listener) {
    listeners.push(listener);
    if (trouble) listener(trouble);
}

function refused(error) {
    const before = trouble;
    trouble = error.name === 'QuotaExceededError' ?
        'This browser has no more room for what you type: save it as a file before you close the page.' :
        'This browser keeps nothing for this page, as private windows do: save your work as a file before you close it.';
    if (trouble !== before) listeners.forEach((listener) => listener(trouble));
}

export const store = {
    get(key) {
        try {
            return inPage.get(key) ?? localStorage.getItem(key);
        } catch (error) {
            return inPage.get(key) ?? null;
        }
    },
    set(key, text) {
        try {
            localStorage.setItem(key, text);
            inPage.delete(key);
        } catch (error) {
            inPage.set(key, text);
            refused(error);
        }
    },
    drop(key) {
        inPage.delete(key);
        try {
            localStorage.removeItem(key);
        } catch (error) { /* forbidden: nothing was kept */ }
    },
    /** All keys with that beginning. */
    keys(beginning) {
        const found = new Set(inPage.keys());
        try {
            Object.keys(localStorage).forEach((key) => found.add(key));
        } catch (error) { /* forbidden: the page's own are all */ }
        return [...found].filter((key) => key.startsWith(beginning)).sort();
    },
};

store.set('lockstep-probe', '1'); // whether anything is kept is known before something is lost
store.drop('lockstep-probe');

const progressKey = 'lockstep-progress';
export const wayKey = 'lockstep-way';

/** What is solved and which hints were seen, in the form of .lockstep/progress.json. */
export function progress() {
    try {
        const {exercises} = JSON.parse(store.get(progressKey) ?? '{}');
        const way = store.get(wayKey);
        return {exercises: exercises && typeof exercises === 'object' ? exercises : {}, ...(way && {way})};
    } catch (error) {
        return {exercises: {}};
    }
}

export const progressText = () => JSON.stringify(progress());
export const keepProgress = (text) => store.set(progressKey, text);

/** Keeps what a verdict has changed of one exercise: another tab may have solved others meanwhile, or this one. */
export function keepVerdict(text, id) {
    const all = progress();
    const before = all.exercises[id] ?? {};
    const entry = JSON.parse(text).exercises?.[id];
    if (!entry) return;
    all.exercises[id] = {...entry, ...(before.solved && !entry.solved ? {solved: true, first_solved: before.first_solved} : {})};
    keepProgress(JSON.stringify(all));
}

/** Whether a part of the reader's work is nowhere but in this page. */
export const isOnlyHere = () => [...inPage.keys()].some(isKept);

export const isKept = (key) => key === null || /^lockstep-(?:text:|guess:|(?:progress|way)$)/.test(key);
