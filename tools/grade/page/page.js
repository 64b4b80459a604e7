// The class's page: the table, one student's report, the exercises, and what is alike.
(function () {
    'use strict';
    const {data, find, element} = page;
    const chosen = {sort: 'name', down: false, filter: '', only: 'all', exercise: '', pair: -1};

    function button(className, text, act) {
        const made = element('button', className, text);
        made.type = 'button';
        made.addEventListener('click', act);
        return made;
    }

    const plural = (count, word) => count + ' ' + word + (count === 1 ? '' : 's');
    const percent = (part) => Math.floor(part * 100) + ' %';
    const exerciseOf = (id) => data.exercises.find((one) => one.id === id);
    const nameOf = (student) => student === null ? 'the book' : data.students[student].name;
    const secondOf = (pair) => pair.second !== null ? nameOf(pair.second) : pair.book || 'the book’s solution';
    const kindOf = (grade) => grade.outcome === 'failed' ? 'bad' : grade.outcome === 'solved' ? 'good' : 'faint';
    const missing = (grade) => grade.marked === undefined && (grade.outcome === 'not-graded' || grade.outcome === 'not-checked');
    const unchecked = (grade) => grade.outcome === 'solved' && grade.stages.some((stage) => stage.status === 'not-checked');
    const labelOf = (grade) => grade.text + (unchecked(grade) ? ' *' : '');

    // The class.
    const filters = [
        ['all', 'everybody', () => true],
        ['open', 'who lacks points', (student) => student.points < data.points],
        ['full', 'who has all points', (student) => student.points === data.points],
        ['none', 'who has no points', (student) => student.points === 0],
        ['told', 'whose submission has a note', (student) => student.sentence !== '' || student.notes.length > 0],
        ['alike', 'who is alike to another', (student) => pairsOf(student).length > 0],
        ...data.exercises.map((exercise, at) => ['x' + at, 'who lacks ' + exercise.short_name,
            (student) => student.grades[at].outcome !== 'solved']),
    ];
    const pairsOf = (student) => data.pairs.filter((pair) =>
        data.students[pair.first] === student || (pair.second !== null && data.students[pair.second] === student));

    function columns() {
        return [{key: 'name', text: 'Student', value: (student) => student.name.toLowerCase()},
            ...data.exercises.map((exercise, at) => ({key: 'x' + at, text: exercise.short_name, title: exercise.title,
                value: (student) => student.grades[at].points, numeric: true})),
            {key: 'points', text: 'Points', value: (student) => student.points, numeric: true}];
    }

    function shownStudents() {
        const passes = filters.find(([key]) => key === chosen.only)[2];
        const wanted = chosen.filter.toLowerCase();
        const column = columns().find((one) => one.key === chosen.sort);
        const order = (a, b) => column.value(a) < column.value(b) ? -1 : column.value(a) > column.value(b) ? 1 : 0;
        return data.students.filter((student) => passes(student) && student.name.toLowerCase().includes(wanted))
            .sort((a, b) => (chosen.down ? -1 : 1) * order(a, b));
    }

    function cell(grade) {
        const made = element('td', 'grade ' + kindOf(grade));
        made.append(element('span', 'points', missing(grade) ? '?' : String(grade.points)), element('span', 'word', labelOf(grade)));
        if (grade.sentence) made.title = grade.sentence;
        return made;
    }

    function showHead() {
        find('.class-table thead').replaceChildren(element('tr', '', ...columns().map((column) => {
            const head = element('th', column.numeric ? 'numeric' : '');
            head.scope = 'col';
            const on = chosen.sort === column.key;
            head.setAttribute('aria-sort', !on ? 'none' : chosen.down ? 'descending' : 'ascending');
            const sort = button('sort', column.text, () => {
                chosen.down = on ? !chosen.down : Boolean(column.numeric);
                chosen.sort = column.key;
                showClass();
                find('.class-table th[aria-sort]:not([aria-sort=none]) button').focus();
            });
            if (column.title) sort.title = column.title;
            if (on) sort.append(element('span', 'arrow', chosen.down ? ' ▼' : ' ▲'));
            head.append(sort);
            return head;
        })));
    }

    function showClass() {
        const students = shownStudents();
        showHead();
        find('.class-table tbody').replaceChildren(...students.map((student) => {
            const head = element('th', 'student', button('link', student.name, () => go('student/' + student.key)));
            head.scope = 'row';
            if (student.sentence) head.append(element('span', 'problem', student.sentence));
            return element('tr', '', head, ...student.grades.map(cell),
                element('td', 'sum', student.points + ' '));
        }));
        const solved = data.exercises.map((_, at) => students.filter((one) => one.grades[at].outcome === 'solved').length);
        const mean = students.length ? students.reduce((sum, one) => sum + one.points, 0) / students.length : 0;
        const foot = element('th', '', 'Solved by');
        foot.scope = 'row';
        find('.class-table tfoot').replaceChildren(element('tr', '', foot,
            ...solved.map((count) => element('td', 'sum', students.length ? count + ' of ' + students.length : '–')),
            element('td', 'sum', 'mean ' + mean.toFixed(1))));
        find('.count').textContent = students.length === data.students.length
            ? plural(students.length, 'student') : students.length + ' of ' + plural(data.students.length, 'student');
    }

    // One student.
    function stageLine(stage) {
        const kind = stage.status === 'passed' ? 'good' : stage.status === 'failed' ? 'bad' : 'faint';
        const mark = {good: '✓', bad: '✗', faint: '–'}[kind];
        const word = {good: 'passed', bad: 'failed', faint: 'not checked'}[kind];
        const line = element('li', kind, element('span', 'mark', mark + ' ' + stage.name), ' ' + word);
        if (stage.message) line.append(element('pre', '', stage.message));
        return line;
    }

    function exerciseReport(student, grade) {
        const exercise = exerciseOf(grade.exercise);
        const part = element('article', 'report ' + kindOf(grade), element('h3', '', exercise.short_name + ' ' + exercise.title),
            element('p', 'verdict', element('strong', '', labelOf(grade)),
                ' · ' + grade.points + ' of ' + plural(exercise.points, 'point')));
        if (grade.comment) part.append(element('p', 'comment', grade.comment));
        if (grade.how) part.append(element('p', 'note', 'Points: ' + grade.how));
        if (grade.stages.length === 0 && grade.sentence) part.append(element('p', '', grade.sentence));
        if (grade.stages.length > 0) part.append(element('ul', 'stages', ...grade.stages.map(stageLine)));
        if (grade.resembles) {
            part.append(element('p', 'resembles', element('strong', '', 'Looks like “' + grade.resembles.name + '”'),
                ' (' + percent(grade.resembles.similarity) + ' alike): ' + grade.resembles.sentence));
        }
        for (const note of grade.notes) part.append(element('p', 'note', note));
        for (const pair of pairsOf(student).filter((one) => one.exercise === grade.exercise)) {
            const other = data.students[pair.first] === student ? secondOf(pair) : nameOf(pair.first);
            part.append(element('p', 'note', 'Alike (' + percent(pair.similarity) + '): ',
                button('link', other, () => go('similar/' + data.pairs.indexOf(pair)))));
        }
        return part;
    }

    // The page to give to the student, with the code.
    function ownPage(student) {
        const link = element('a', '', 'students/' + student.key);
        link.href = 'students/' + encodeURIComponent(student.key) + '/index.html';
        return link;
    }

    function showStudent(key) {
        const at = data.students.findIndex((one) => one.key === key);
        const student = data.students[at];
        if (!student) return false;
        const list = shownStudents();
        const place = list.indexOf(student);
        const neighbour = (other, text) => other
            ? button('step', text, () => go('student/' + other.key)) : element('span', '', '');
        const parts = [element('p', 'steps', button('step', '← The class', () => go('class')),
            neighbour(list[place - 1], 'Previous'), neighbour(place < 0 ? undefined : list[place + 1], 'Next')),
        element('h2', '', student.name),
        element('p', 'total', student.points + ' of ' + plural(data.points, 'point') + ' · ', ownPage(student))];
        if (student.comment) parts.push(element('p', 'comment', student.comment));
        if (student.sentence) parts.push(element('p', 'problem', student.sentence));
        for (const note of student.notes) parts.push(element('p', 'note', note));
        find('#view-student').replaceChildren(...parts, ...student.grades.map((grade) => exerciseReport(student, grade)));
        return true;
    }

    // The exercises: what went wrong how often.
    function tally(grades) {
        const counts = new Map();
        for (const grade of grades) counts.set(grade.text, (counts.get(grade.text) ?? 0) + 1);
        return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    }

    function showExercises() {
        find('#view-exercises').replaceChildren(...data.exercises.map((exercise, at) => {
            const grades = data.students.map((student) => student.grades[at]);
            const mistakes = new Map();
            for (const grade of grades.filter((one) => one.resembles)) {
                const entry = mistakes.get(grade.resembles.name) ?? {sentence: grade.resembles.sentence, count: 0};
                entry.count += 1;
                mistakes.set(grade.resembles.name, entry);
            }
            const part = element('article', 'report', element('h3', '', exercise.short_name + ' ' + exercise.title),
                element('ul', 'bars', ...tally(grades).map(([text, count]) => {
                    const bar = element('span', 'bar');
                    bar.style.width = 100 * count / grades.length + '%';
                    return element('li', kindOf(grades.find((grade) => grade.text === text)),
                        element('span', 'word', text), element('span', 'track', bar), element('span', 'number', String(count)));
                })));
            if (mistakes.size > 0) {
                part.append(element('h4', '', 'What the wrong ones look like'), element('ul', 'mistakes',
                    ...[...mistakes].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1)).map(([name, entry]) =>
                        element('li', '', element('strong', '', entry.count + ' × ' + name), ': ' + entry.sentence))));
            }
            return part;
        }));
    }

    // What is alike.
    const shownPairs = () => data.pairs.filter((pair) => !chosen.exercise || pair.exercise === chosen.exercise);

    function showMatrix() {
        const pairs = shownPairs();
        const strongest = new Map(); // by "row column"
        for (const pair of pairs) {
            const key = pair.first + ' ' + pair.second;
            if (!strongest.has(key) || strongest.get(key).similarity < pair.similarity) strongest.set(key, pair);
        }
        const some = [...new Set(pairs.flatMap((pair) => [pair.first, pair.second]))]
            .sort((a, b) => a === null ? 1 : b === null ? -1 : a - b).slice(0, 60);
        const holder = find('.matrix');
        holder.hidden = some.length === 0;
        const grid = element('table', '');
        grid.append(element('tr', '', element('td', ''), ...some.map((student) => {
            const head = element('th', 'top', element('span', '', nameOf(student)));
            head.scope = 'col';
            head.title = nameOf(student);
            return head;
        })));
        for (const row of some) {
            const head = element('th', '', nameOf(row));
            head.scope = 'row';
            grid.append(element('tr', '', head, ...some.map((column) => {
                const pair = strongest.get(row + ' ' + column) ?? strongest.get(column + ' ' + row);
                if (!pair || row === column) return element('td', row === column ? 'self' : '');
                const made = element('td', 'alike', button('', percent(pair.similarity).replace(' %', ''),
                    () => go('similar/' + data.pairs.indexOf(pair))));
                made.title = nameOf(row) + ' and ' + nameOf(column) + ', ' + exerciseOf(pair.exercise).short_name + ': ' +
                    percent(pair.similarity);
                made.style.setProperty('--alike', String(Math.round((pair.similarity - 0.5) * 80 + 15)) + '%');
                return made;
            })));
        }
        holder.replaceChildren(grid);
    }

    function showPairs() {
        const pairs = shownPairs();
        const head = element('tr', '', ...['Exercise', 'Student', 'and', 'Alike', ''].map((text) => element('th', '', text)));
        find('.pairs-table').replaceChildren(head, ...pairs.map((pair) => {
            const at = data.pairs.indexOf(pair);
            const row = element('tr', at === chosen.pair ? 'chosen' : '', element('td', '', exerciseOf(pair.exercise).short_name),
                element('td', '', nameOf(pair.first)), element('td', '', secondOf(pair)),
                element('td', 'sum', percent(pair.similarity)),
                element('td', '', button('link', 'Side by side', () => go('similar/' + at))));
            return row;
        }));
        if (pairs.length === 0) {
            find('.pairs-table').replaceChildren(element('caption', 'none', 'No two submissions are alike here.'));
        }
    }

    function listing(text, lines) {
        const marked = new Set(lines);
        const list = element('ol', 'listing');
        text.replace(/\n$/, '').split('\n').forEach((line, at) =>
            list.append(element('li', marked.has(at + 1) ? 'shared' : '', element('code', '', line || ' '))));
        return list;
    }

    function showPair() {
        const pair = data.pairs[chosen.pair];
        if (!pair) {
            find('.pair').replaceChildren();
            return;
        }
        const exercise = exerciseOf(pair.exercise);
        const parts = [element('h2', '', exercise.short_name + ': ' + nameOf(pair.first) + ' and ' + secondOf(pair)),
            element('p', 'hint', percent(pair.similarity) + ' alike. Marked lines hold what both have and the class has not.')];
        for (const file of pair.files) {
            parts.push(element('h3', '', file.name), element('div', 'sides',
                element('div', '', element('h4', '', nameOf(pair.first)), listing(data.texts[file.first], file.first_lines)),
                element('div', '', element('h4', '', secondOf(pair)), listing(data.texts[file.second], file.second_lines))));
        }
        find('.pair').replaceChildren(...parts);
    }

    function showSimilar() {
        showMatrix();
        showPairs();
        showPair();
    }

    // The address says what is shown, so that the browser's own "back" works.
    function go(where) {
        location.hash = where;
    }

    function show() {
        const [view, rest] = decodeURIComponent(location.hash.slice(1) || 'class').split('/');
        const student = view === 'student' && showStudent(rest);
        const panel = student ? 'student' : ['class', 'exercises', 'similar'].includes(view) ? view : 'class';
        for (const name of ['class', 'student', 'exercises', 'similar']) find('#view-' + name).hidden = name !== panel;
        for (const tab of document.querySelectorAll('.tabs button')) {
            tab.setAttribute('aria-selected', String(tab.dataset.view === (student ? 'class' : panel)));
        }
        if (panel === 'similar') {
            chosen.pair = rest === undefined || rest === '' ? -1 : Number(rest);
            showSimilar();
            if (chosen.pair >= 0) find('.pair').scrollIntoView();
        } else {
            scrollTo(0, 0);
        }
    }

    function option(value, text) {
        const made = element('option', '', text);
        made.value = value;
        return made;
    }

    find('.facts').textContent = plural(data.students.length, 'student') + ' · ' +
        plural(data.exercises.length, 'exercise') + ' · ' + plural(data.points, 'point') + ' · seed ' + data.seed;
    find('.only').append(...filters.map(([key, text]) => option(key, text)));
    find('.only').addEventListener('change', (event) => {
        chosen.only = event.target.value;
        showClass();
    });
    find('.filter').addEventListener('input', (event) => {
        chosen.filter = event.target.value;
        showClass();
    });
    find('.of-exercise').append(option('', 'all'), ...data.exercises.filter((exercise) =>
        data.pairs.some((pair) => pair.exercise === exercise.id)).map((exercise) =>
        option(exercise.id, exercise.short_name + ' ' + exercise.title)));
    find('.of-exercise').addEventListener('change', (event) => {
        chosen.exercise = event.target.value;
        showSimilar();
    });
    for (const tab of document.querySelectorAll('.tabs button')) {
        tab.addEventListener('click', () => go(tab.dataset.view));
    }
    find('.tabs').addEventListener('keydown', (event) => {
        const tabs = [...document.querySelectorAll('.tabs button')];
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (!step) return;
        const to = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
        to.focus();
        to.click();
    });
    const stages = data.students.flatMap((student) => student.grades).some(unchecked);
    find('.key').textContent = '✓ solved · ✗ and the stage that failed · ○ handed in as handed out · – not handed in · ? the ' +
        'grader could not tell' + (stages ? ' · * a stage could not be checked here' : '');
    addEventListener('hashchange', show);
    find('main').hidden = false;
    showClass();
    showExercises();
    show();
})();
