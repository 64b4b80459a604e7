// The leaderboard's page: one table, in the order of speed or of counts.
(function () {
    'use strict';
    const {data, find, element} = page;
    const counted = data.lens_device !== '';
    const shown = (value) => value >= 1000 ? Math.round(value).toString() : Number(value.toPrecision(4)).toString();
    const percent = (part) => (100 * part).toFixed(1) + ' %';
    const grouped = (value) => value.toLocaleString('en-US');
    // The scale ends at the limit, or where the fastest one ends.
    const all = data.book ? [...data.students, data.book] : data.students;
    const scale = Math.max(data.limit_figures.median, ...all.map((row) => row.figures.high));

    function spread(row) {
        const track = element('span', 'track');
        const place = (value) => 100 * value / scale + '%';
        const range = element('span', 'range');
        range.style.left = place(row.figures.low);
        range.style.width = place(row.figures.high - row.figures.low);
        const middle = element('span', 'middle');
        middle.style.left = place(row.figures.median);
        const limit = element('span', 'limit');
        limit.style.left = place(data.limit_figures.median);
        track.append(limit, range, middle);
        track.title = shown(row.figures.low) + ' to ' + shown(row.figures.high) + ' ' + data.unit;
        track.setAttribute('aria-hidden', 'true');
        return track;
    }

    function cell(text, className) {
        return element('td', className ?? 'number', text);
    }

    function line(row) {
        const head = element('th', '', row.name);
        head.scope = 'row';
        const cells = [cell(row.place ?? '', 'place'), head, element('td', 'spread', spread(row)), cell(percent(row.of_limit)),
            cell(shown(row.figures.median)), cell(shown(row.figures.low) + '–' + shown(row.figures.high))];
        if (counted) {
            cells.push(cell(row.count_place ?? '', 'place'), ...row.counts
                ? [cell(grouped(row.counts.sectors)), cell(grouped(row.counts.passes)), cell(percent(row.counts.efficiency))]
                : [cell('–'), cell('–'), cell('–')]);
        }
        return element('tr', row.key === '' ? 'book' : '', ...cells);
    }

    // The book stands where it belongs, but has no place.
    const orders = {
        speed: (a, b) => b.figures.median - a.figures.median,
        counts: (a, b) => !a.counts || !b.counts ? (a.counts ? -1 : b.counts ? 1 : 0)
            : a.counts.sectors - b.counts.sectors || a.counts.passes - b.counts.passes,
    };

    function show() {
        const order = find('.order').value;
        const rows = [...all].sort(orders[order]);
        find('.board tbody').replaceChildren(...rows.map(line));
    }

    const heads = ['Place', 'Student', 'From zero to the limit', 'Of the limit', data.unit, 'Range'];
    if (counted) heads.push('By counts', 'Sectors', 'Passes', 'Efficiency');
    find('.board thead').replaceChildren(element('tr', '', ...heads.map((text, at) => {
        const head = element('th', at === 1 || at === 2 ? '' : 'number', text);
        head.scope = 'col';
        return head;
    })));
    const size = data.rows > 1 ? grouped(data.columns) + ' × ' + grouped(data.rows) : grouped(data.columns) + ' elements';
    find('.facts').textContent = data.short_name + ' ' + data.title + ', measured as the rung ' + data.rung + ' of ' + data.ladder
        + ' on ' + data.where + '. ' + size + (data.quick ? ' (a small size)' : '') + ', ' + data.rounds + ' rounds, order drawn from '
        + data.seed + '. The limit is ' + data.limit + ': ' + shown(data.limit_figures.median) + ' ' + data.unit + ', from '
        + shown(data.limit_figures.low) + ' to ' + shown(data.limit_figures.high) + '.';
    find('.drift').hidden = data.drift === 0;
    find('.drift').textContent = 'The limit moved by ' + Math.round(100 * data.drift)
        + ' % from round to round. A quiet machine tells more students apart.';
    find('.key').textContent = 'Every launch was verified. The mark is the median of the rounds, the bar their range. Where two bars '
        + 'overlap, nobody knows who is faster: both have the same places. '
        + (data.students.length < 2 ? '' : 'If all ' + data.students.length + ' were equally fast, chance alone would put '
            + (data.false_orders < 0.1 ? 'fewer than 0.1' : data.false_orders.toFixed(1)) + ' of their pairs in an order. ')
        + (counted ? 'What the lens counts for ' + data.lens_device + ' is the same in every run: sectors of global memory, passes of local '
            + 'memory and atomics, and which part of the moved sectors was needed.' : 'The lens did not count here.');
    find('.absent').hidden = data.absent.length === 0;
    find('.absent dl').replaceChildren(...data.absent.flatMap((one) => [element('dt', '', one.name), element('dd', '', one.why)]));
    find('.order').closest('form').hidden = !counted;
    find('.order').addEventListener('change', show);
    show();
    find('main').hidden = false;
})();
