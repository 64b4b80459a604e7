// The lens on what is in the editor: heat per line, the picture of a line's request, and what changed since the last count.
import {button, element} from './parts.js';
import {outputView} from './output.js';
import {isRunning, runJob} from './running.js';

const percent = (ratio) => (100 * ratio).toFixed(ratio < 1 && (ratio > 0.99 || ratio < 0.1) ? 1 : 0) + ' %';
const thousands = (count) => count.toLocaleString('en-US');
const unitOf = (line) => (line.space === 'local' ? 'passes' : 'sectors');

function sentenceOf(line) {
    const counted = `${line.space} ${line.access}: ${thousands(line.requests)} requests`;
    return line.space === 'image' ? counted : `${counted}, ${thousands(line.actual)} ${unitOf(line)}, ${percent(line.efficiency)} of them needed`;
}

const figure = (change, value) => (change.ratio ? percent(value) : thousands(Math.round(value)));

function changesTable(all) {
    const changes = all.filter((change) => figure(change, change.before) !== figure(change, change.now));
    if (changes.length === 0) return element('p', {class: 'live-told'}, 'Nothing has changed since the last count.');
    const rows = changes.map((change) => element('tr', {class: change.kind},
        element('td', {}, change.kernel), element('td', {}, change.metric),
        element('td', {}, figure(change, change.before)), element('td', {}, figure(change, change.now)),
        element('td', {}, {better: 'better', worse: 'worse', other: ''}[change.kind])));
    return element('div', {class: 'table-scroll', tabindex: 0}, element('table', {class: 'live-table'},
        element('caption', {}, 'Since the last count'),
        element('thead', {}, element('tr', {}, ...['kernel', 'what', 'before', 'now', ''].map((head) => element('th', {}, head)))),
        element('tbody', {}, ...rows)));
}

// The drawing comes from the tool's own SVG writer, which writes numbers and its own words.
function picture(svg) {
    const place = element('div', {class: 'figure-scroll', tabindex: 0});
    place.innerHTML = svg;
    return place;
}

// One row a line and kind of access; its button shows its request.
function linesTable(kernel, most, show) {
    const rows = kernel.lines.map((line) => {
        const open = button(line.line > 0 ? String(line.line) : '–', () => show(line), {class: 'live-link', 'aria-label': `Line ${line.line}: show a request`, disabled: !line.picture});
        return element('tr', {style: `--heat: ${line.actual / most}`},
            element('td', {class: 'live-heat-cell'}, open),
            element('td', {}, element('code', {}, line.expression || line.source.trim())),
            element('td', {}, `${line.space} ${line.access}`),
            element('td', {class: 'number'}, thousands(line.requests)),
            element('td', {class: 'number'}, line.space === 'image' ? '' : `${thousands(line.actual)} ${unitOf(line)}`),
            element('td', {class: 'number'}, line.space === 'image' ? '' : percent(line.efficiency)));
    });
    const heads = ['line', 'access', 'memory', 'requests', 'moved', 'needed'];
    return element('div', {class: 'table-scroll', tabindex: 0}, element('table', {class: 'live-table'},
        element('caption', {}, element('code', {}, kernel.name), kernel.launches > 1 ? `, ${thousands(kernel.launches)} launches together` : ''),
        element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', {}, head)))),
        element('tbody', {}, ...rows)));
}

function countsView(counts, bench) {
    const all = counts.kernels.flatMap((kernel) => kernel.lines);
    const most = Math.max(1, ...all.map((line) => line.actual));
    const shown = element('div', {class: 'live-request'});
    const show = (line) => {
        shown.replaceChildren(element('p', {}, element('b', {}, `Line ${line.line}`), `: one request of `,
            element('code', {}, line.expression || line.source.trim()), `. ${sentenceOf(line)}.`), picture(line.picture));
        shown.scrollIntoView({block: 'nearest'});
    };
    if (bench) {
        const texts = bench.text().split('\n');
        const lines = all.filter((line) => line.line > 0 && texts[line.line - 1]?.trim() === line.source.trim());
        bench.editor.setHeat(lines.map((line) => ({line: line.line, share: line.actual / most, title: sentenceOf(line)})),
            (number) => {
                const line = lines.filter((one) => one.line === number && one.picture).sort((a, b) => b.actual - a.actual)[0];
                if (line) show(line);
            });
    }
    // A line that is launched at two sizes has two findings that differ in a number.
    const words = ({kernel, line, cause}) => `${kernel} ${line} ${cause.replace(/[\d.,]+/g, '#')}`;
    const alike = (finding, at) => counts.findings.findIndex((one) => words(one) === words(finding)) === at;
    const findings = counts.findings.filter(alike).slice(0, 5).map((finding) => element('li', {},
        element('code', {}, finding.kernel), finding.line > 0 ? `, line ${finding.line}: ` : ': ', finding.cause, ' ', finding.cure));
    return element('div', {class: 'live-counts'},
        element('p', {}, element('b', {}, counts.device + ': '), counts.verdict),
        counts.changes.length > 0 ? changesTable(counts.changes) : null,
        ...counts.kernels.filter((kernel) => kernel.lines.length > 0).map((kernel) => linesTable(kernel, most, show)),
        shown, findings.length > 0 ? element('ul', {}, ...findings) : null);
}

/** Counts a chapter or an exercise, {chapter} or {exercise}. @param bench whose editor shows the heat; may be missing. */
export async function countInto(place, subject, bench = null) {
    if (isRunning()) return '';
    const status = element('div');
    const result = element('div');
    place.replaceChildren(status, result);
    let said = '';
    let counts = null;
    await runJob(status, '/api/count', subject, {
        text: ({text}) => {
            said += text;
        },
        counts: (data) => {
            counts = data;
        },
    });
    if (counts) {
        result.replaceChildren(countsView(counts, bench));
    } else if (said) {
        const output = outputView('what the lens said', null);
        output.add(said);
        output.close();
        result.replaceChildren(output.view);
    }
    return said;
}
