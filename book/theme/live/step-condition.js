// A condition on one lane's values, as a reader types it: "i >= 10 && x != 0". Read and computed here, because a page makes no code of a text.
import {Trouble} from './trouble.js';

const levels = [['||'], ['&&'], ['==', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', '/', '%']];
const compute = {
    '||': (a, b) => a || b, '&&': (a, b) => a && b, '==': (a, b) => a === b, '!=': (a, b) => a !== b, '<': (a, b) => a < b, '<=': (a, b) => a <= b,
    '>': (a, b) => a > b, '>=': (a, b) => a >= b, '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b,
};

/** The words of the condition, or a trouble that says which one is wrong. */
function wordsOf(text) {
    const words = text.match(/\d+\.?\d*(?:e[-+]?\d+)?|[A-Za-z_]\w*(?:\.\w+|\[\d+\])*|\|\||&&|[=!<>]=|[-+*/%<>!()]|\S/gi) ?? [];
    const odd = words.find((word) => !/^[\w.[\]]+$/.test(word) && !(word in compute) && !'!()'.includes(word));
    if (odd || words.length === 0) throw new Trouble(odd ? `“${odd}” has no place in a condition.` : 'There is no condition.', 'Type one such as x > 3 && lane < 8.');
    return words;
}

/** A function of (name → value) that says whether the condition holds. @throws Trouble */
export function conditionOf(text) {
    const words = wordsOf(text);
    let at = 0;
    const next = () => words[at];
    function single() {
        const word = words[at++];
        if (word === undefined) throw new Trouble('The condition ends too early.', 'Type one such as x > 3.');
        if (word === '(') {
            const inner = level(0);
            if (words[at++] !== ')') throw new Trouble('A parenthesis is not closed.', 'Type the ) that is missing.');
            return inner;
        }
        if (word === '!' || word === '-') {
            const inner = single();
            return word === '!' ? (of) => !inner(of) : (of) => -inner(of);
        }
        if (/^\d/.test(word)) return () => Number(word);
        if (!/^[A-Za-z_]/.test(word)) throw new Trouble(`“${word}” cannot stand there.`, 'Type one such as x > 3.');
        return (of) => of(word);
    }
    function level(which) {
        if (which === levels.length) return single();
        let left = level(which + 1);
        while (levels[which].includes(next())) {
            const sign = compute[words[at++]];
            const [a, b] = [left, level(which + 1)];
            left = (of) => sign(a(of), b(of));
        }
        return left;
    }
    const condition = level(0);
    if (at < words.length) throw new Trouble(`“${next()}” is too much.`, 'Type one such as x > 3.');
    return (of) => Boolean(condition(of));
}

/** The names that a condition asks for. */
export const namesIn = (text) => [...new Set(wordsOf(text).filter((word) => /^[A-Za-z_]/.test(word)))];
