// What the search finds, and in what order: codes, titles and terms that are exactly what was typed, then sections by their words.
// A word also stands for its other forms, for longer words that begin with it, and where the book has none of these, for words
// that differ by one typing error.
(function () {
    'use strict';
    // What a question has and a search does without; and what says no more than the number of an error beside it.
    const idle = new Set(('a about an and are as at be by can do does for from has have how i if in into is it its me my of on or ' +
        'should that the their there these this to use using was what when where which why will with you your').split(' '));
    const besideCode = new Set(['code', 'codes', 'error', 'errors', 'opencl', 'returns', 'status']);
    const isCode = (word) => /^-\d+$/.test(word);
    const isName = (word) => isCode(word) || /_|\p{Ll}\p{Lu}/u.test(word);
    const compounds = /(?<![\p{L}\p{N}_])-\d+(?![\p{L}\p{N}_])|\d+(?:\.\d+)+|[\p{L}\p{N}_]+(?:-\p{L}[\p{L}\p{N}_]*)*/gu;

    function remembered(make) {
        const made = new Map();
        return (key) => {
            if (!made.has(key)) made.set(key, make(key));
            return made.get(key);
        };
    }

    const plain = (text) => text.replace(/[’']s(?![\p{L}\p{N}])/gu, '').replace(/[−–](?=\d)/g, '-');
    const pieces = (compound) => (isCode(compound) ? [compound] : compound.split('-'));

    function partsOfName(name) {
        const parts = isCode(name) ? [] : name.split(/_+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
        return parts.length > 1 ? parts.filter((part) => part.length > 1) : [];
    }

    // Small letters, and of the American spelling the British one, which the book has.
    const spelled = (word) => word.toLowerCase().replace(/([iy])z(?=e|a|ing)/, '$1s').replace(/(?<=.[^aeiou])our/, 'or');

    // The words of a compound such as "work-group" or "clEnqueueMapBuffer": itself, without its hyphens, and what it consists of.
    const wordsOf = remembered((compound) => {
        const own = pieces(compound);
        const joined = own.length > 1 ? [own.join('')] : [];
        return [...own, ...joined, ...own.flatMap(partsOfName)].map(spelled);
    });

    const sumOf = (items, key) => items.reduce((sum, item) => sum + item[key], 0);
    const compoundsOf = (text) => plain(text).match(compounds) ?? [];
    const inOrder = (text) => compoundsOf(text).flatMap(pieces);

    function meant(words) {
        const low = words.map(spelled);
        const drops = low.some(isCode) ? (word) => idle.has(word) || besideCode.has(word) : (word) => idle.has(word);
        const rest = low.filter((word) => !drops(word));
        return rest.length > 0 ? rest : low;
    }

    // What the forms of a word have in common; too short a rest is left whole.
    const isVerbal = (rest) => /[aeiouy]/.test(rest);
    const formOf = remembered((word) => {
        if (/[\d_-]/.test(word) || word.length < 4) return word;
        return word.replace(/([^siu])s$/, '$1')
            .replace(/(?<=.{3}is)(?:e[dr]?|ing|ation)$/, '')
            .replace(/(?<=.{4})(?:[ae]nc[ey]|[ae]nt|ally|ly)$/, '')
            .replace(/(?<=.{3})(?:[ai]tion|ion)$/, '')
            .replace(/(?<=.{5})er$/, '')
            .replace(/(.{3,})(?:ing|ed)$/, (whole, rest) => (isVerbal(rest) ? rest : whole))
            .replace(/(?<=.{3})e$/, '')
            .replace(/([^aeiouy])y$|ie$/, '$1i')
            .replace(/ct$/, 'c')
            .replace(/([^aeiou])\1$/, '$1');
    });

    // Whether one letter more, less, other, or two changed about make one word of the other.
    function differByOne(a, b) {
        if (Math.abs(a.length - b.length) > 1) return false;
        let at = 0;
        while (at < a.length && a[at] === b[at]) ++at;
        const same = (i, j) => a.slice(i) === b.slice(j);
        return same(at + 1, at + 1) || same(at + 1, at) || same(at, at + 1) ||
            (a[at] === b[at + 1] && a[at + 1] === b[at] && same(at + 2, at + 2));
    }

    // The names of a section: its heading, with and without hyphens; of an error code, its name, its number, and the name's words.
    function namesOf(heading) {
        const words = inOrder(heading);
        if (words.length === 0 || !words.every(isName))
            return [meant(words), meant(compoundsOf(heading).map((compound) => pieces(compound).join('')))];
        const low = words.map((word) => [spelled(word)]);
        return [...low, ...words.map((word) => meant(partsOfName(word).slice(1)))].filter((name) => name.length > 0);
    }

    const IN_HEADING = 8;
    const IN_TITLE = 3;
    const IN_CODE = 0.2;

    // data: {pages: [[file, label, title, weight]…], sections: [[page, anchor, heading, text, code]…]}
    window.lockstepSearch = function (data) {
        const words = new Map(); // each word of the book, and how much each section says of it
        const families = new Map(); // each form, and its words
        const headings = new Map();
        data.sections.forEach((section) => headings.set(section[2], (headings.get(section[2]) ?? 0) + 1));

        const recordOf = (word) => {
            if (!words.has(word)) words.set(word, {entries: [], much: []});
            return words.get(word);
        };
        const recordsOf = remembered((compound) => wordsOf(compound).map(recordOf));

        // One section after the other: a word's last entry is the one that is being read, or it has none there yet.
        function count(text, entry, weight) {
            for (const compound of compoundsOf(text)) {
                for (const {entries, much} of recordsOf(compound)) {
                    if (entries[entries.length - 1] === entry) much[much.length - 1] += weight;
                    else entries.push(entry), much.push(weight);
                    entry.length += weight > 1 ? 0 : weight;
                }
            }
        }

        const entries = data.sections.map((section, order) => {
            const [page, anchor, heading, text, code] = section;
            const [, , title, weight] = data.pages[page];
            // A heading that most chapters have, such as "Further reading", says little of what stands below it.
            const common = headings.get(heading) > 4 ? 0.6 : 1;
            const entry = {section, order, length: 0, weight: weight * common, names: namesOf(heading),
                heading: compoundsOf(heading).flatMap(wordsOf), isTop: anchor === '', low: plain(text).toLowerCase()};
            count(heading, entry, IN_HEADING);
            if (anchor !== '') count(title, entry, IN_TITLE);
            count(text, entry, 1);
            count(code, entry, IN_CODE);
            return entry;
        });
        const usual = entries.reduce((sum, entry) => sum + entry.length, 0) / entries.length;
        for (const word of words.keys()) {
            const form = formOf(word);
            if (families.has(form)) families.get(form).push(word);
            else families.set(form, [word]);
        }

        // The words that one which was typed may stand for, and how well: 1 is itself.
        function readings(typed) {
            const found = new Map();
            const add = (word, quality) => found.set(word, Math.max(quality, found.get(word) ?? 0));
            if (words.has(typed)) add(typed, 1);
            if (isCode(typed)) return found;
            for (const word of families.get(formOf(typed)) ?? []) add(word, 0.9);
            const isKnown = found.size > 0;
            for (const word of words.keys()) {
                if (word.length > typed.length && word.startsWith(typed))
                    add(word, (isKnown ? 0.25 : 0.7) * (typed.length + 2) / (word.length + 2));
            }
            if (found.size > 0 || typed.length < 4) return found;
            for (const word of words.keys()) {
                if (differByOne(typed, word)) {
                    for (const other of families.get(formOf(word))) add(other, 0.6);
                    add(word, 0.7);
                } else if (word.length > typed.length && word.includes(typed)) {
                    add(word, 0.4);
                }
            }
            return found;
        }

        // How much each section says of a word that was typed, from 0 to about 1, and how seldom the word is.
        function judge(found) {
            const said = new Map();
            for (const [word, quality] of found) {
                const {entries: places, much} = words.get(word);
                places.forEach((entry, at) => said.set(entry, (said.get(entry) ?? 0) + much[at] * quality));
            }
            for (const [entry, much] of said)
                said.set(entry, much / (much + 1.5 * (0.6 + 0.4 * entry.length / usual)));
            return {said, rarity: Math.log(1 + entries.length / (1 + said.size)), found};
        }

        // How well a section's name is what was typed, word for word: 0 is not.
        function exactness(entry, judged) {
            const each = entry.names.map((name) => (name.length !== judged.length ? 0
                : name.reduce((product, word, at) => product * (judged[at].found.get(word) ?? 0), 1)));
            return Math.max(...each);
        }

        // How much of what was typed is in a section's heading, and how much of the heading that is: from 0 to 1.
        function nearness(entry, judged) {
            const inHeading = judged.filter(({found}) => entry.heading.some((word) => found.get(word) > 0.5));
            const typed = sumOf(inHeading, 'rarity') / sumOf(judged, 'rarity');
            return typed * Math.min(1, inHeading.length / Math.max(...entry.names.map((name) => name.length)));
        }

        function score(entry, judged, phrase) {
            let total = 0;
            let met = 0;
            let all = 0;
            for (const {said, rarity} of judged) {
                const share = said.get(entry) ?? 0;
                total += rarity * share;
                met += share > 0 ? rarity : 0;
                all += rarity;
            }
            if (met < all / 2) return 0;
            const inRow = judged.length > 1 && entry.low.includes(phrase) ? 1.3 : 1;
            const exact = exactness(entry, judged);
            const early = 1.15 - 0.15 * entry.order / entries.length; // the book explains a thing where it first needs it
            const worth = total * (met / all) ** 2 * inRow * early * entry.weight;
            const named = exact > 0.3 ? 100 * exact * entry.weight * (entry.isTop ? 1.2 : 1) : 0;
            return named + worth * (1 + (entry.isTop ? 2.5 : 1.5) * nearness(entry, judged));
        }

        // The sections that fit best, and the words that were found.
        function find(query, limit) {
            const judged = meant(inOrder(query)).map(readings).filter((reading) => reading.size > 0).map(judge);
            const found = new Set(judged.flatMap((word) => [...word.found.keys()]));
            if (judged.length === 0) return {hits: [], found};
            const phrase = plain(query).toLowerCase().trim();
            const hits = entries.map(({section, order}, at) => ({section, order, score: score(entries[at], judged, phrase)}))
                .filter((hit) => hit.score > 0)
                .sort((a, b) => b.score - a.score || a.order - b.order);
            return {hits: hits.slice(0, limit), found};
        }

        return {find};
    };

    // A text in pieces: [piece, whether it is one of the words].
    window.lockstepSearch.split = function (text, found) {
        const result = [];
        let at = 0;
        for (const match of text.matchAll(compounds)) {
            const own = wordsOf(match[0]).some((word) => found.has(word));
            if (!own) continue;
            result.push([text.slice(at, match.index), false], [match[0], true]);
            at = match.index + match[0].length;
        }
        return [...result, [text.slice(at), false]];
    };
})();
