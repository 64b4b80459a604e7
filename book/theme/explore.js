// What the explorers share: controls, the list of GPUs, drawing, and the sentence that is read aloud. It is the last part of
// the script, behind the explorers, and starts those that a page holds.
//
// An explorer has a title; controls; model(profile, state), which computes; picture(view), which draws what was computed;
// figures(result, view), large numbers; sentence(view); and bar(result), its row in the list of GPUs, where it has one.
(function () {
    'use strict';
    const profiles = window.lockstepProfiles;
    const REST_MS = 250; // how long the reader's hand must rest before the sentence is read aloud
    const MOST_POINTS = 160; // of a curve above a slider

    function put(node, attributes, children) {
        for (const [name, value] of Object.entries(attributes)) {
            if (value !== undefined && value !== false) node.setAttribute(name, value);
        }
        node.append(...children);
        return node;
    }

    const html = (name, attributes = {}, ...children) => put(document.createElement(name), attributes, children);
    const svg = (name, attributes = {}, ...children) =>
        put(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

    // What explorers draw with. Lengths are CSS pixels: a picture is drawn anew for the width that it has.
    const draw = {
        html,
        svg,
        picture: (width, height, name, ...shapes) =>
            svg('svg', {viewBox: `0 0 ${width} ${Math.ceil(height)}`, role: 'img', 'aria-label': name}, ...shapes),
        box: (x, y, width, height, kind, more = {}) =>
            svg('rect', {x, y, width: Math.max(0, width), height: Math.max(0, height), class: kind, ...more}),
        line: (x1, y1, x2, y2, kind) => svg('line', {x1, y1, x2, y2, class: kind}),
        path: (points, kind) =>
            svg('path', {d: points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join(''), class: kind}),
        text: (x, y, words, kind = '', anchor = 'start') =>
            svg('text', {x, y, class: kind, 'text-anchor': anchor}, String(words)),
    };

    const number = (value, digits = 3) => value.toLocaleString('en', {maximumSignificantDigits: digits});
    const counted = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
    const percent = (part) => `${(100 * part).toLocaleString('en', {maximumFractionDigits: 1})}\u00a0%`;

    const ids = (() => {
        let last = 0;
        return () => `explorer-${++last}`;
    })();

    const bound = (limit, profile, state) => (typeof limit === 'function' ? limit(profile, state) : limit);

    // A slider, or one through a list of values. Above it what the result would be at each of its places, if it has a curve.
    function slider(control, state, changed) {
        const id = ids();
        const input = html('input', {type: 'range', id});
        const output = html('output', {for: id});
        const curve = control.curve && svg('svg', {viewBox: '0 0 100 24', preserveAspectRatio: 'none', 'aria-hidden': 'true'});
        const value = (place) => (control.values ? control.values[place] : place);
        input.addEventListener('input', () => {
            state[control.key] = value(Number(input.value));
            changed();
        });
        const node = html('div', {class: `explorer-slider ${control.room ?? ''}`}, html('label', {for: id}, control.label), output);
        if (curve) node.append(curve);
        node.append(input);

        // The highest point is the curve's own, or control.full where what is shown has a most.
        function drawCurve(profile) {
            const [least, most, step] = [Number(input.min), Number(input.max), Number(input.step)];
            const stride = step * Math.max(1, Math.ceil((most - least) / step / MOST_POINTS));
            const points = [];
            for (let place = least; place <= most; place += stride) {
                points.push([place, control.curve(profile, {...state, [control.key]: value(place)})]);
            }
            const full = control.full ?? Math.max(1e-9, ...points.map(([, result]) => result));
            const across = (place) => ((100 * (place - least)) / Math.max(1, most - least)).toFixed(2);
            const up = (result) => (23 - (21 * result) / full).toFixed(2);
            const steps = points.map(([place, result], i) => `${i > 0 ? `H${across(place)}V` : 'M0 '}${up(result)}`).join('');
            const here = across(Number(input.value));
            curve.replaceChildren(svg('path', {d: `${steps}V24H0Z`, class: 'curve'}), svg('path', {d: `M${here} 0V24`, class: 'here'}));
        }

        function refresh(profile) {
            input.min = control.values ? 0 : bound(control.least, profile, state);
            input.max = control.values ? control.values.length - 1 : bound(control.most, profile, state);
            input.step = control.step ?? 1;
            const place = control.values ? control.values.indexOf(state[control.key]) : state[control.key];
            input.value = Math.min(Math.max(place, Number(input.min)), Number(input.max));
            state[control.key] = value(Number(input.value));
            output.textContent = control.shown ? control.shown(state[control.key], profile, state) : state[control.key];
            input.setAttribute('aria-valuetext', output.textContent);
            if (curve) drawCurve(profile);
        }
        return {node, refresh, told: () => output.textContent};
    }

    // One of several, as buttons side by side.
    function choice(control, state, changed) {
        const name = ids();
        const inputs = control.options.map(([value, text]) => {
            const input = html('input', {type: 'radio', name, value});
            input.addEventListener('change', () => {
                state[control.key] = value;
                if (control.chosen) control.chosen(state);
                changed();
            });
            return [value, input, html('label', {}, input, html('span', {}, text))];
        });
        const node = html('fieldset', {class: `explorer-choice ${control.room ?? ''}`}, html('legend', {}, control.label),
            html('div', {}, ...inputs.map(([, , label]) => label)));
        const refresh = () => inputs.forEach(([value, input]) => {
            input.checked = state[control.key] === value;
        });
        const told = () => control.options.find(([value]) => value === state[control.key])[1];
        return {node, refresh, told};
    }

    const built = {slider, choice};

    // The list of GPUs: each with its result as a bar, one of them chosen.
    function deviceList(explorer, state, changed) {
        const name = ids();
        const rows = profiles.map((profile) => {
            const input = html('input', {type: 'radio', name, value: profile.id});
            input.addEventListener('change', () => {
                state.device = profile.id;
                changed();
            });
            const bar = html('i', {'aria-hidden': 'true'});
            const result = html('b');
            const node = html('label', {}, input, html('span', {}, profile.name), result, bar);
            return {profile, input, bar, result, node};
        });
        const node = html('fieldset', {class: 'explorer-devices'}, html('legend', {}, explorer.devices),
            ...rows.map((row) => row.node));
        const refresh = () => rows.forEach(({profile, input, bar, result}) => {
            const {part, text} = explorer.bar(explorer.model(profile, state));
            input.checked = profile.id === state.device;
            bar.style.setProperty('--part', part.toFixed(3));
            result.textContent = text;
        });
        return {node, refresh};
    }

    function start(root) {
        const explorer = window.lockstepExplorers[root.dataset.explorer];
        const first = {device: 'h200', ...Object.fromEntries(explorer.controls.map((control) => [control.key, control.first]))};
        const state = structuredClone(first);
        const controls = explorer.controls.map((control) =>
            Object.assign((control.build ?? built[control.kind])(control, state, () => show(), draw), {control}));
        const devices = explorer.devices && deviceList(explorer, state, () => show());
        const again = html('button', {type: 'button'}, 'Start again');
        const stage = html('div', {class: 'explorer-stage'});
        const figures = html('dl', {class: 'explorer-figures'});
        const says = html('p', {class: 'explorer-says', role: 'status', 'aria-live': 'polite'});
        const settings = html('p', {class: 'explorer-settings'});
        let width = 0;
        let resting = 0;

        function show() {
            const profile = profiles.find((one) => one.id === state.device);
            controls.forEach(({control, node, refresh}) => {
                node.hidden = Boolean(control.when) && !control.when(state);
                refresh(profile);
            });
            const result = explorer.model(profile, state);
            const change = (patch) => {
                Object.assign(state, patch);
                show();
            };
            const view = {profile, state, result, width, draw, change, number, counted, percent};
            stage.replaceChildren(explorer.picture(view));
            figures.replaceChildren(...explorer.figures(view).map(([value, name, kind]) =>
                html('div', {class: kind}, html('dt', {}, name), html('dd', {}, value))));
            if (devices) devices.refresh();
            settings.textContent = [devices ? profile.name : '', ...controls.filter(({node, told}) => !node.hidden && told())
                .map(({control, told}) => `${control.label}: ${told()}`)].filter(Boolean).join('; ');
            const say = () => {
                says.textContent = explorer.sentence(view);
            };
            clearTimeout(resting);
            if (says.textContent) resting = setTimeout(say, REST_MS);
            else say();
        }

        again.addEventListener('click', () => {
            Object.assign(state, structuredClone(first));
            show();
        });
        // The book's own keys turn the page.
        root.addEventListener('keydown', (event) => {
            if (event.key.startsWith('Arrow')) event.stopPropagation();
        });
        root.replaceChildren(
            html('div', {class: 'explorer-head'}, html('p', {}, html('span', {}, 'Explore'), ` ${explorer.title}`), again),
            html('div', {class: 'explorer-controls'}, ...controls.map(({node}) => node)), settings,
            html('div', {class: 'explorer-body'},
                html('div', {class: 'explorer-main'}, stage, figures, says), ...(devices ? [devices.node] : [])));
        width = Math.floor(stage.clientWidth);
        show();
        new ResizeObserver(() => {
            if (Math.floor(stage.clientWidth) === width || stage.clientWidth === 0) return;
            width = Math.floor(stage.clientWidth);
            show();
        }).observe(stage);
    }

    document.querySelectorAll('[data-explorer]').forEach(start);
})();
