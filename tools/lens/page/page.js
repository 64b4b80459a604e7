// The lens report: what is shown for the chosen profile, launch and line.
(function () {
    'use strict';
    const {data, find, element} = page;
    // A place is a line, "7", or one of another file than the program's text, "2-7"; line 0 was made by the compiler.
    const chosen = {profile: 0, kernel: data.reports[0]?.first ?? 0, place: null};

    const number = (value) => value.toLocaleString('en-US', {maximumFractionDigits: 1});
    const plural = (count, word) => number(count) + ' ' + word + (count === 1 ? '' : word.endsWith('s') ? 'es' : 's');
    const report = () => data.reports[chosen.profile];
    const kernel = () => report().kernels[chosen.kernel];

    const controls = () => kernel().control;

    const entries = () => [...kernel().lines, ...controls()];
    const files = () => kernel().files ??= [...new Set(entries().map((entry) => entry.file ?? ''))].filter((file) => file).sort();
    const placeOf = (entry) => entry.file ? (files().indexOf(entry.file) + 1) + '-' + entry.line : String(entry.line);
    const nameOf = (entry) => (entry.line === 0 ? 'no line' : 'line ' + entry.line) +
        (entry.file ? ' of ' + entry.file.split('/').pop() : '');

    const actualOf = (entry) => entry.sectors ?? entry.wavefronts ?? 0;
    const idealOf = (entry) => entry.ideal_sectors ?? (entry.wavefronts ?? 0) - (entry.conflicts ?? 0);
    const wasteOf = (entry) => actualOf(entry) - idealOf(entry);
    const unitOf = (entry) => entry.sectors === undefined ? 'pass' : 'sector';
    const levelOf = (times) => times <= 2.01 ? 1 : times <= 4.01 ? 2 : 3;

    // What stands in the margin of a line: how many times too much, and its share of all that is wasted.
    function marksOf(place) {
        const shown = kernel();
        const wasted = shown.lines.reduce((sum, entry) => sum + wasteOf(entry), 0);
        const marks = shown.lines.filter((entry) => placeOf(entry) === place && actualOf(entry) > 0).map((entry) => {
            const times = idealOf(entry) > 0 ? actualOf(entry) / idealOf(entry) : 1;
            return {
                text: number(times) + '×',
                level: entry.marked ? levelOf(times) : 0,
                share: wasted > 0 ? wasteOf(entry) / wasted : 0,
                title: entry.space + ' ' + entry.access + ': ' + plural(actualOf(entry), unitOf(entry)) + ' where ' +
                    number(idealOf(entry)) + ' would do',
            };
        });
        for (const entry of controls()) {
            if (placeOf(entry) !== place) continue;
            if (entry.divergent > 0) {
                const share = entry.divergent / entry.branches;
                marks.push({
                    text: number(entry.divergent) + ' divergent',
                    level: !entry.marked ? 1 : share < 0.5 ? 2 : 3,
                    share: 0,
                    title: entry.rows[0].cells.join(', '),
                });
            }
            if (entry.simd_efficiency < 0.995) {
                marks.push({text: entry.active, level: levelOf(1 / Math.max(entry.simd_efficiency, 0.01)), share: 0,
                    title: entry.rows.map((row) => row.cells.join(', ')).join('; ')});
            }
        }
        return marks.sort((a, b) => b.level - a.level);
    }

    const entriesOf = (place) => kernel().lines.filter((entry) => placeOf(entry) === place)
        .sort((a, b) => wasteOf(b) - wasteOf(a));
    const controlOf = (place) => controls().filter((entry) => placeOf(entry) === place);
    // One entry of each place, in the order of the listing: the program's own lines, line 0, then those of each file.
    const countedPlaces = () => [...new Map(entries().map((entry) => [placeOf(entry), entry])).entries()]
        .sort(([, a], [, b]) => files().indexOf(a.file) - files().indexOf(b.file) || (a.line || Infinity) - (b.line || Infinity));
    const adviceOf = (entry) => kernel().advice.filter((advice) => !advice.whole && placeOf(advice) === placeOf(entry) &&
        advice.space === entry.space && advice.access === entry.access && advice.column === (entry.column ?? 0));
    const adviceOn = (place) => kernel().advice.filter((advice) => !advice.whole && placeOf(advice) === place &&
        advice.space === '' && advice.access === '');

    function table(head, rows) {
        const made = document.createElement('table');
        const cells = (kind, row) => row.map((cell, at) => {
            const one = element(at === 0 ? 'th' : kind, '', cell);
            if (at === 0) one.scope = 'row';
            return one;
        });
        made.append(element('thead', '', element('tr', '', ...head.map((word) => {
            const one = element('th', '', word);
            one.scope = 'col';
            return one;
        }))));
        made.append(element('tbody', '', ...rows.map((row) => element('tr', '', ...cells('td', row)))));
        return made;
    }

    const factOf = ({name, value, bad}) =>
        element('div', bad ? 'bad' : '', element('dt', '', name), element('dd', '', value));

    // What the terminal says of a line, in the same words.
    const statement = (entry) => [element('h3', '', entry.cells[0]),
        element('p', entry.marked ? 'cells marked' : 'cells', ...entry.cells.slice(1).map((cell) => element('span', '', cell))),
        ...(entry.note ? [element('p', 'note', entry.note)] : [])];

    function showRoofs(roofs) {
        find('.roofs').hidden = roofs.length === 0;
        find('.roofs dl').replaceChildren(...roofs.map(({name, time, share}, at) => {
            const row = element('div', at === 0 ? 'bound' : '', element('dt', '', name), element('dd', '', time));
            row.style.setProperty('--share', share);
            return row;
        }));
    }

    function showSummary() {
        const shown = kernel();
        const facts = [{name: 'NDRange', value: shown.sizes.global}, {name: 'work-groups of', value: shown.sizes.local +
            (shown.local_size_chosen ? ' (left to the driver; the lens chose)' : '')}, ...shown.facts];
        if (shown.launches > 1) facts.unshift({name: 'launches', value: number(shown.launches) + ', added up'});
        find('.basis').replaceChildren(element('b', '', report().device_name), ' ' + [report().geometry, report().basis,
            report().assumptions, report().sampling, report().forecast_error].filter((text) => text).join('; '));
        find('.remarks').replaceChildren(...(shown.remarks ?? []).map((remark) => element('p', '', '(' + remark + ')')));
        find('.summary .facts').replaceChildren(...facts.map(factOf));
        find('.ranking').replaceChildren(...[report().ranking].filter((one) => one).map((one) =>
            table(['', ...one.titles], one.rows.map((row) => row.cells))));
        find('.summary .table').replaceChildren(...shown.tables.map((one) =>
            table(['', ...one.titles], one.rows.map((row) => row.cells))));
        showRoofs(shown.roofs ?? []);
        find('.verdict').textContent = report().verdict;
        const lines = shown.advice.filter((advice) => !advice.whole).slice(0, data.most_advice);
        find('.findings').replaceChildren(...shown.advice.filter((advice) => advice.whole || lines.includes(advice)).map((advice) => {
            if (advice.whole) return element('li', 'whole', element('b', '', 'launch'), ': ', element('span', '', advice.sentence));
            const button = element('button', '', element('b', '', nameOf(advice)), ': ' + advice.sentence);
            button.type = 'button';
            button.addEventListener('click', () => choose(placeOf(advice), true));
            return element('li', '', button);
        }));
    }

    function showSource() {
        const lines = data.sources[kernel().source ?? 0] ?? [];
        const counted = new Map(countedPlaces());
        const rows = lines.map((html, at) => ({place: String(at + 1), line: at + 1, html}));
        // Behind the program's text what is not in it: without a line, of another file, or of a binary.
        for (const [place, entry] of counted) {
            if (place === '0') rows.push({place, line: 0, html: data.no_line});
            else if (entry.file) rows.push({place, line: entry.line, html: entry.html, file: entry.file});
            else if (entry.line > lines.length) rows.push({place, line: entry.line, html: ''});
        }
        const shownRow = ({place, line, html}) => {
            const row = element('div', 'row');
            row.id = 'line-' + place;
            row.setAttribute('role', 'option');
            row.setAttribute('aria-selected', 'false');
            const marks = element('span', 'marks', ...(counted.has(place) ? marksOf(place) : []).map((mark) => {
                const chip = element('span', 'heat level-' + mark.level, mark.text);
                chip.style.setProperty('--share', mark.share);
                chip.title = mark.title;
                return chip;
            }));
            const text = element('span', 'text');
            text.innerHTML = html || (counted.has(place) ? '(not in the program\'s text)' : ' ');
            row.append(element('span', 'number', line === 0 ? '–' : String(line)), marks, text);
            if (counted.has(place)) {
                row.classList.add('counted');
                row.addEventListener('click', () => choose(place, false));
            } else {
                row.setAttribute('aria-disabled', 'true');
            }
            return row;
        };
        let last;
        find('.lines').replaceChildren(...rows.flatMap((row) => {
            const heading = row.file !== last ? [element('div', 'file', row.file)] : [];
            last = row.file;
            return [...heading, shownRow(row)];
        }));
        if (rows.length === 0) {
            find('.lines').replaceChildren(element('p', 'none', 'The source of this kernel is not in the report.'));
        }
    }

    function entryParts(entry) {
        const parts = statement(entry);
        const counts = [];
        if (actualOf(entry) > 0) {
            counts.push([unitOf(entry) === 'sector' ? 'Sectors each' : 'Passes each', number(actualOf(entry) / entry.requests)]);
        }
        if (entry.bytes) counts.push(['Bytes asked for', number(entry.bytes)]);
        if (entry.distinct_bytes) counts.push(['Distinct in each request', number(entry.distinct_bytes)]);
        parts.push(element('dl', 'facts', ...counts.map(([name, value]) => factOf({name, value}))));
        for (const advice of adviceOf(entry)) parts.push(element('p', 'advice', advice.sentence));
        const svg = data.pictures[entry.picture];
        if (entry.space === 'image') {
            parts.push(element('p', 'none', 'A GPU keeps images in an order of its own, which nobody documents: so there ' +
                'are no sectors to count, and no picture.'));
        } else if (svg) {
            const figure = element('div', 'picture');
            figure.innerHTML = svg;
            parts.push(figure);
        } else {
            parts.push(element('p', 'none', entry.picture === -1
                ? 'There is no picture: this report keeps only the first ' + number(data.most_pictures) +
                    '. Run fewer profiles or launches to see this one.'
                : 'The lens kept no request of this line.'));
        }
        return parts;
    }

    function showLine() {
        const detail = find('.detail');
        const place = chosen.place;
        if (place === null) {
            detail.replaceChildren(element('p', 'none', 'This launch touched no memory and took no branch.'));
            return;
        }
        const name = nameOf(new Map(countedPlaces()).get(place));
        const parts = [element('h2', '', name[0].toUpperCase() + name.slice(1))];
        const text = find('#line-' + place + ' .text');
        if (text) parts.push(element('div', 'quoted', text.textContent.trim()));
        for (const entry of entriesOf(place)) parts.push(...entryParts(entry));
        for (const entry of controlOf(place)) {
            for (const row of entry.rows) parts.push(...statement(row));
        }
        for (const advice of adviceOn(place)) parts.push(element('p', 'advice', advice.sentence));
        detail.replaceChildren(...parts);
    }

    function choose(place, lead) {
        chosen.place = place;
        const list = find('.lines');
        for (const row of list.querySelectorAll('[aria-selected="true"]')) row.setAttribute('aria-selected', 'false');
        const row = place === null ? null : find('#line-' + place);
        if (row) {
            row.setAttribute('aria-selected', 'true');
            list.setAttribute('aria-activedescendant', row.id);
            const above = row.offsetTop - list.scrollTop;
            if (above < 0 || above > list.clientHeight - 2 * row.offsetHeight) {
                list.scrollTop = Math.max(0, row.offsetTop - list.clientHeight / 3);
            }
        }
        showLine();
        if (lead) {
            find('.detail').focus({preventScroll: true});
            find('.detail').scrollIntoView({block: 'nearest'});
        }
    }

    function hottestPlace() {
        const worst = kernel().advice.find((advice) => !advice.whole);
        return worst ? placeOf(worst) : countedPlaces()[0]?.[0] ?? null;
    }

    function show() {
        showSummary();
        showSource();
        choose(countedPlaces().some(([place]) => place === chosen.place) ? chosen.place : hottestPlace(), false);
    }

    function showLaunches() {
        find('select').replaceChildren(...report().kernels.map((one, at) => {
            const option = element('option', '', one.name + ' · ' +
                (one.launches > 1 ? plural(one.launches, 'launch') : 'launch ' + (one.launch + 1)) + ' · ' +
                one.sizes.global + ' in groups of ' + one.sizes.local);
            option.value = at;
            return option;
        }));
        find('select').value = chosen.kernel;
    }

    find('.lines').addEventListener('keydown', (event) => {
        const places = countedPlaces().map(([place]) => place);
        const at = places.indexOf(chosen.place);
        const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: places.length - 1}[event.key];
        if (to !== undefined && places.length > 0) {
            choose(places[Math.min(Math.max(to, 0), places.length - 1)], false);
        } else if (event.key === 'Enter' || event.key === ' ') {
            choose(chosen.place, true);
        } else {
            return;
        }
        event.preventDefault();
    });
    find('select').addEventListener('change', (event) => {
        chosen.kernel = Number(event.target.value);
        chosen.place = null;
        show();
    });

    if (!data.reports.length || !data.reports.some((one) => one.kernels.length)) {
        document.body.append(element('p', 'none', 'No kernel ran, so there is nothing to report.'));
        return;
    }
    find('.profiles div').append(...data.reports.map((one, at) => {
        const input = document.createElement('input');
        input.type = 'radio';
        input.name = 'profile';
        input.value = one.device;
        input.checked = at === 0;
        input.addEventListener('change', () => {
            const before = kernel();
            chosen.profile = at;
            const same = report().kernels.findIndex((other) => other.name === before.name &&
                other.launch === before.launch);
            chosen.kernel = Math.max(same, 0);
            showLaunches();
            show();
        });
        return element('label', '', input, element('span', '', one.device_name));
    }));
    find('.notes').textContent = data.notes ?? '';
    find('main').hidden = false;
    showLaunches();
    show();
})();
