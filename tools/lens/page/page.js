// The lens report: what is shown for the chosen profile, launch and line.
(function () {
    'use strict';
    const {data, find, element} = page;
    const chosen = {profile: 0, kernel: 0, line: 0};

    const number = (value) => value.toLocaleString('en-US', {maximumFractionDigits: 1});
    const plural = (count, word) => number(count) + ' ' + word + (count === 1 ? '' : word.endsWith('s') ? 'es' : 's');
    const percent = (part) => (part * 100).toLocaleString('en-US', {maximumFractionDigits: part >= 0.9995 ? 0 : 1}) + ' %';
    const size = (extent) => {
        const used = extent.slice();
        while (used.length > 1 && used[used.length - 1] === 1) used.pop();
        return used.map(number).join(' × ');
    };
    const report = () => data.reports[chosen.profile];
    const kernel = () => report().kernels[chosen.kernel];

    // Lines that branch, or where work-items are idle.
    const controls = () => (kernel().control ?? [])
        .filter((entry) => entry.branches > 0 || (entry.simd_efficiency ?? 1) < 0.995);

    const actualOf = (entry) => entry.sectors ?? entry.wavefronts ?? 0;
    const idealOf = (entry) => entry.ideal_sectors ?? (entry.wavefronts ?? 0) - (entry.conflicts ?? 0);
    const wasteOf = (entry) => actualOf(entry) - idealOf(entry);
    const unitOf = (entry) => entry.sectors === undefined ? 'pass' : 'sector';
    const levelOf = (times) => times < 1.05 ? 0 : times <= 2.01 ? 1 : times <= 4.01 ? 2 : 3;

    // What stands in the margin of a line: how many times too much, and its share of all that is wasted.
    function marksOf(line) {
        const shown = kernel();
        const wasted = shown.lines.reduce((sum, entry) => sum + wasteOf(entry), 0);
        const marks = shown.lines.filter((entry) => entry.line === line && actualOf(entry) > 0).map((entry) => {
            const times = idealOf(entry) > 0 ? actualOf(entry) / idealOf(entry) : 1;
            return {
                text: number(times) + '×',
                level: levelOf(times),
                share: wasted > 0 ? wasteOf(entry) / wasted : 0,
                title: entry.space + ' ' + entry.access + ': ' + plural(actualOf(entry), unitOf(entry)) + ' where ' +
                    number(idealOf(entry)) + ' would do',
            };
        });
        for (const entry of controls()) {
            if (entry.line !== line) continue;
            const idle = 1 - (entry.simd_efficiency ?? 1);
            if (entry.divergent === 0 && idle < 0.005) continue;
            marks.push({
                text: percent(idle) + ' idle',
                level: levelOf(1 / Math.max(1 - idle, 0.01)),
                share: 0,
                title: plural(entry.divergent, 'divergent branch') + ' of ' + number(entry.branches),
            });
        }
        return marks.sort((a, b) => b.level - a.level);
    }

    const entriesOf = (line) => kernel().lines.filter((entry) => entry.line === line)
        .sort((a, b) => wasteOf(b) - wasteOf(a));
    const controlOf = (line) => controls().filter((entry) => entry.line === line);
    const countedLines = () => [...new Set([...kernel().lines, ...controls()].map((entry) => entry.line))]
        .filter((line) => line > 0).sort((a, b) => a - b);
    const adviceOf = (entry) => kernel().advice.find((advice) => advice.line === entry.line &&
        advice.space === entry.space && advice.access === entry.access);

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

    function sentence(text) {
        return text.charAt(0).toUpperCase() + text.slice(1) + '.';
    }

    function showSummary() {
        const shown = kernel();
        const facts = [['NDRange', size(shown.global_size)], ['Work-group', size(shown.local_size) +
                (shown.local_size_chosen ? ' (left to the driver; the lens chose)' : '')],
            ['Work-groups', number(shown.work_groups) + (shown.sampled_groups < shown.work_groups
                ? ' (' + number(shown.sampled_groups) + ' recorded)' : '')],
            ['Sub-group', number(report().sub_group_size) + ' work-items'],
            ['Local memory', number(shown.local_bytes ?? 0) + ' bytes'],
            ['SIMD efficiency', percent(shown.simd_efficiency ?? 1)],
            ['Divergent branches', number(shown.divergent_branches ?? 0) + ' of ' + number(shown.branches ?? 0)]];
        if (shown.launches > 1) facts.unshift(['Launches', number(shown.launches) + ', added up']);
        if (shown.occupancy && shown.occupancy.fraction !== undefined) {
            facts.push(['Occupancy', percent(shown.occupancy.fraction) +
                (shown.occupancy.limit ? ', limited by ' + shown.occupancy.limit : '')]);
        }
        find('.facts').replaceChildren(...facts.map(([name, value]) =>
            element('div', '', element('dt', '', name), element('dd', '', value))));
        const rows = [];
        for (const [key, name] of [['global_load', 'Global loads'], ['global_store', 'Global stores'],
            ['local_load', 'Local loads'], ['local_store', 'Local stores']]) {
            const counts = shown[key];
            if (!counts || !counts.requests) continue;
            rows.push([name, number(counts.requests), plural(actualOf(counts), unitOf(counts)),
                number(idealOf(counts)), percent(counts.efficiency ?? 1)]);
        }
        for (const [key, name] of [['image_read', 'Image reads'], ['image_write', 'Image writes']]) {
            const counts = shown[key];
            if (!counts || !counts.requests) continue;
            rows.push([name, number(counts.requests), plural(counts.bytes, 'byte'),
                number(counts.distinct_bytes) + ' distinct', '']);
        }
        const atomics = shown.atomics;
        if (atomics && atomics.requests) {
            rows.push(['Atomics', number(atomics.requests), plural(atomics.lanes, 'work-item'),
                number(atomics.same_address) + ' queue', '']);
        }
        find('.summary table').replaceWith(table(['', 'Requests', 'Cost', 'At best', 'Efficiency'], rows));
        find('.findings').replaceChildren(...shown.advice.slice(0, 4).map((advice) => {
            const button = element('button', '', element('b', '', 'line ' + advice.line), ': ' + advice.what);
            button.type = 'button';
            button.addEventListener('click', () => choose(advice.line, true));
            return element('li', '', button);
        }));
    }

    function showSource() {
        const lines = data.sources[kernel().source ?? 0] ?? [];
        const counted = new Set(countedLines());
        find('.lines').replaceChildren(...lines.map((html, at) => {
            const row = element('div', 'row');
            row.id = 'line-' + (at + 1);
            row.setAttribute('role', 'option');
            row.setAttribute('aria-selected', 'false');
            const marks = element('span', 'marks', ...(counted.has(at + 1) ? marksOf(at + 1) : []).map((mark) => {
                const chip = element('span', 'heat level-' + mark.level, mark.text);
                chip.style.setProperty('--share', mark.share);
                chip.title = mark.title;
                return chip;
            }));
            const text = element('span', 'text');
            text.innerHTML = html || ' ';
            row.append(element('span', 'number', String(at + 1)), marks, text);
            if (counted.has(at + 1)) {
                row.classList.add('counted');
                row.addEventListener('click', () => choose(at + 1, false));
            } else {
                row.setAttribute('aria-disabled', 'true');
            }
            return row;
        }));
        if (lines.length === 0) {
            find('.lines').replaceChildren(element('p', 'none', 'The source of this kernel is not in the report.'));
        }
    }

    function entryParts(entry) {
        const parts = [element('h3', '', entry.space.charAt(0).toUpperCase() + entry.space.slice(1) + ' ', entry.access)];
        const counts = [['Requests', number(entry.requests)]];
        if (actualOf(entry) > 0) {
            const name = unitOf(entry) === 'sector' ? 'Sectors' : 'Passes';
            counts.push([name, number(actualOf(entry))], ['At best', number(idealOf(entry))],
                ['Efficiency', percent(idealOf(entry) / actualOf(entry))],
                [name + ' each', number(actualOf(entry) / entry.requests)]);
        }
        if (entry.bytes) counts.push(['Bytes asked for', number(entry.bytes)]);
        if (entry.distinct_bytes) counts.push(['Distinct in each request', number(entry.distinct_bytes)]);
        parts.push(element('dl', 'facts', ...counts.map(([name, value]) =>
            element('div', '', element('dt', '', name), element('dd', '', value)))));
        const advice = adviceOf(entry);
        if (advice) {
            parts.push(element('p', 'advice', sentence(advice.what) +
                (advice.chapter ? ' Chapter ' + advice.chapter + ' treats this.' : '')));
        }
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
        const line = chosen.line;
        if (!line) {
            detail.replaceChildren(element('p', 'none', 'This launch touched no memory and took no branch.'));
            return;
        }
        const parts = [element('h2', '', 'Line ' + line)];
        const text = find('#line-' + line + ' .text');
        if (text) parts.push(element('div', 'quoted', text.textContent.trim()));
        for (const entry of entriesOf(line)) parts.push(...entryParts(entry));
        for (const entry of controlOf(line)) {
            parts.push(element('h3', '', 'Control flow'), element('dl', 'facts', ...[
                ['Branches', number(entry.branches)], ['Divergent', number(entry.divergent)],
                ['Work-items active', percent(entry.simd_efficiency ?? 1)]].map(([name, value]) =>
                element('div', '', element('dt', '', name), element('dd', '', value)))));
            const advice = kernel().advice.find((one) => one.line === line && one.space === '' && one.access === '');
            if (advice) parts.push(element('p', 'advice', sentence(advice.what)));
        }
        detail.replaceChildren(...parts);
    }

    function choose(line, lead) {
        chosen.line = line;
        const list = find('.lines');
        for (const row of list.querySelectorAll('[aria-selected="true"]')) row.setAttribute('aria-selected', 'false');
        const row = line ? find('#line-' + line) : null;
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

    function hottestLine() {
        const advice = kernel().advice.find((one) => one.line > 0);
        return advice ? advice.line : countedLines()[0] ?? 0;
    }

    function show() {
        showSummary();
        showSource();
        choose(countedLines().includes(chosen.line) ? chosen.line : hottestLine(), false);
    }

    function showLaunches() {
        find('select').replaceChildren(...report().kernels.map((one, at) => {
            const option = element('option', '', one.name + ' · ' +
                (one.launches > 1 ? plural(one.launches, 'launch') : 'launch ' + (one.launch + 1)) + ' · ' +
                size(one.global_size) + ' in groups of ' + size(one.local_size));
            option.value = at;
            return option;
        }));
        find('select').value = chosen.kernel;
    }

    find('.lines').addEventListener('keydown', (event) => {
        const lines = countedLines();
        const at = lines.indexOf(chosen.line);
        const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1}[event.key];
        if (to !== undefined && lines.length > 0) {
            choose(lines[Math.min(Math.max(to, 0), lines.length - 1)], false);
        } else if (event.key === 'Enter' || event.key === ' ') {
            choose(chosen.line, true);
        } else {
            return;
        }
        event.preventDefault();
    });
    find('select').addEventListener('change', (event) => {
        chosen.kernel = Number(event.target.value);
        chosen.line = 0;
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
