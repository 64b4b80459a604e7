// Two texts, line by line.

/** The lines of both in order: {kind: 'same' | 'only-first' | 'only-second', text}. */
export function differenceOf(first, second) {
    const a = first.split('\n');
    const b = second.split('\n');
    // The length of what is common to the rests from each pair of lines on.
    const common = Array.from({length: a.length + 1}, () => new Uint32Array(b.length + 1));
    for (let i = a.length - 1; i >= 0; --i) {
        for (let j = b.length - 1; j >= 0; --j) {
            common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
        }
    }
    const lines = [];
    let i = 0;
    let j = 0;
    while (i < a.length || j < b.length) {
        if (i < a.length && j < b.length && a[i] === b[j]) {
            lines.push({kind: 'same', text: a[i++]});
            ++j;
        } else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) {
            lines.push({kind: 'only-first', text: a[i++]});
        } else {
            lines.push({kind: 'only-second', text: b[j++]});
        }
    }
    return lines;
}

/** The difference as an element. */
export function differenceView(firstName, first, secondName, second) {
    const view = document.createElement('div');
    view.className = 'live-difference';
    const marks = {'same': ' ', 'only-first': '−', 'only-second': '+'};
    const spoken = {'only-first': 'only ' + firstName + ': ', 'only-second': 'only ' + secondName + ': '};
    const head = document.createElement('p');
    head.textContent = first === second ? 'They are the same.' : `− ${firstName}   + ${secondName}`;
    const pre = document.createElement('pre');
    pre.tabIndex = 0;
    for (const line of differenceOf(first, second)) {
        const row = document.createElement('span');
        row.className = line.kind;
        const mark = document.createElement('i');
        mark.textContent = marks[line.kind] + ' ';
        mark.setAttribute('aria-hidden', 'true');
        row.append(mark);
        if (spoken[line.kind]) {
            const said = document.createElement('span');
            said.className = 'live-hidden';
            said.textContent = spoken[line.kind];
            row.append(said);
        }
        row.append(line.text + '\n');
        pre.append(row);
    }
    view.append(head);
    if (first !== second) view.append(pre);
    return view;
}
