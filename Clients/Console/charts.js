// Charts of counts and times: the total, an SVG with axes, a legend with sums, the value of each point by keys or pointer, and a table.

import {element, excerpt, number, section, table, word} from "./elements.js";

const namespace = "http" + "://www.w3.org/2000/svg";
const width = 600, height = 140;

const drawn = (name, attributes) => {
    const made = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
};

/**
 * A chart in a card. `series` are `{name, values, kind}` with a value for each of `times`, null where there is none; `kind` is
 * the look. Bars of several series lie on each other; `isLine` draws lines. `time` and `amount` give the texts of a time and
 * of a value, `tick` that of a time below the chart. `head` is what is said first: a `sum` and a `note` on it. `note` says what the
 * chart means. Where all counts are zero there is nothing to draw.
 */
export function chart(title, times, series, {isLine = false, time, tick, head, note, amount = value => number(value, 2)}) {
    const filled = series.filter(({values}) => values.some(value => value)), shown = filled.length ? filled : series.slice(0, 1);
    const sum = values => values.reduce((all, value) => all + (value ?? 0), 0);
    const heights = times.map((_, place) => isLine
        ? Math.max(0, ...shown.map(({values}) => values[place] ?? 0)) : sum(shown.map(({values}) => values[place])));
    const {top, step} = scale(Math.max(...heights), isLine);
    const meaning = element("p", {class: "note"}, note);
    if (!series.some(({values}) => values.some(value => value !== null))) return section(title, meaning, element("p", {class: "quiet"}, word("historyEmpty")));
    if (!filled.length) {
        return section(title, meaning, element("p", {class: "total"}, element("strong", {class: "figure"}, amount(0)), " ",
            element("span", {class: "quiet"}, [head?.note, word("historyNone")].filter(Boolean).join(" · "))));
    }
    const most = Math.max(...heights), peak = word("peak", {amount: amount(most), time: time(times[heights.indexOf(most)])});
    const legend = element("ul", {class: "legend"}, shown.map(({name, values, kind}) => element("li", {class: kind},
        excerpt(name), isLine ? null : [" ", element("strong", {}, amount(sum(values)))])));
    const readout = element("p", {class: "note readout", "aria-hidden": "true"});
    const ticks = Array.from({length: Math.round(top / step) + 1}, (_, place) => amount(top - place * step));
    return section(title, meaning, head ? element("p", {class: "total"}, element("strong", {class: "figure"}, typeof head.sum === "number" ? number(head.sum) : head.sum),
        " ", element("span", {class: "quiet"}, [head.note, peak].filter(Boolean).join(" · "))) : null, legend,
    element("div", {class: "drawing"}, element("div", {class: "scale", "aria-hidden": "true"}, ticks.map(text => element("span", {}, text))),
        plot(title, times, shown, {isLine, time, amount, top, step, readout}), axis(times, tick)),
    readout, values(title, times, shown, time, amount));
}

/** The top of an axis that begins at zero, and the step of its lines: a round number, and a whole one for counts. */
function scale(most, isLine) {
    const size = 10 ** Math.floor(Math.log10(Math.max(most, 1e-9) / 4));
    const step = Math.max(isLine ? 0 : 1, [1, 2, 2.5, 5, 10].map(part => part * size)
        .find(part => part * 4 >= most && (isLine || Number.isInteger(part) || part < 1)) ?? 1);
    return {top: Math.max(1, Math.ceil(most / step)) * step, step};
}

/** The drawing. Arrows move from point to point, as of a slider; so does a pointer. */
function plot(title, times, series, {isLine, time, amount, top, step: line, readout}) {
    const step = width / times.length;
    const drawing = drawn("svg", {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true"});
    const cursor = drawn("rect", {class: "cursor", y: 0, width: step, height, visibility: "hidden"});
    const grid = Array.from({length: Math.round(top / line)}, (_, place) => {
        const y = height * place * line / top;
        return drawn("line", {class: "grid", x1: 0, x2: width, y1: y, y2: y});
    });
    drawing.append(cursor, ...grid, ...isLine ? series.flatMap(one => lines(one, step, top)) : bars(series, step, top));
    const place = element("div", {
        class: "plot", tabindex: "0", role: "slider", "aria-label": word(title), "aria-valuemin": "1", "aria-valuemax": times.length},
    drawing);
    let chosen = times.length - 1;
    const choose = (point, isShown = true) => {
        chosen = Math.min(Math.max(point, 0), times.length - 1);
        const said = series.map(({name, values}) => `${name} ${values[chosen] === null ? "–" : amount(values[chosen])}`).join(" · ");
        const text = `${time(times[chosen])}: ${said}`;
        place.setAttribute("aria-valuenow", chosen + 1);
        place.setAttribute("aria-valuetext", text);
        if (!isShown) return;
        cursor.setAttribute("x", chosen * step);
        cursor.setAttribute("visibility", "visible");
        readout.textContent = text;
    };
    choose(chosen, false);
    place.addEventListener("keydown", event => {
        const to = {ArrowLeft: chosen - 1, ArrowDown: chosen - 1, ArrowRight: chosen + 1, ArrowUp: chosen + 1, Home: 0, End: times.length - 1}[event.key];
        if (to === undefined) return;
        event.preventDefault();
        choose(to);
    });
    const point = event => {
        const frame = drawing.getBoundingClientRect();
        choose(Math.floor((event.clientX - frame.left) / frame.width * times.length));
    };
    place.addEventListener("pointermove", point);
    place.addEventListener("pointerdown", point);
    place.addEventListener("focus", () => choose(chosen));
    return place;
}

/** Bars of several series on each other. */
function bars(series, step, top) {
    const ends = [];
    return series.flatMap(({values, kind}) => values.map((value, place) => {
        if (!value) return null;
        // A count of one beside a thousand is still seen.
        const tall = Math.max(1.5, value / top * height);
        const end = ends[place] ?? height;
        ends[place] = end - tall;
        return drawn("rect", {class: kind, x: place * step + step * 0.1, y: end - tall, width: step * 0.8, height: tall});
    })).filter(Boolean);
}

/** A line for each run of values that follow each other. */
function lines({values, kind}, step, top) {
    const runs = [];
    values.forEach((value, place) => {
        if (value === null) return;
        const at = [(place + 0.5) * step, height - value / top * height].map(part => part.toFixed(1)).join(",");
        if (place && values[place - 1] !== null) runs.at(-1).push(at); else runs.push([at]);
    });
    // A single point is a line without a length, which its round ends show.
    return runs.map(run => drawn("polyline", {class: run.length > 1 ? kind : `${kind} lone`, points: (run.length > 1 ? run : [run[0], run[0]]).join(" ")}));
}

const axis = (times, tick) => element("div", {class: "axis", "aria-hidden": "true"},
    [0, 1, 2, 3, 4].map(part => element("span", {}, tick(times[Math.round(part * (times.length - 1) / 4)]))));

/** The same as a table, made when it is opened; points without a value are left out. */
function values(title, times, series, time, amount) {
    const made = element("details", {}, element("summary", {}, word("asTable")));
    made.addEventListener("toggle", () => {
        if (!made.open || made.children.length > 1) return;
        const rows = times.map((at, place) => [time(at), ...series.map(one => one.values[place] === null ? "–" : amount(one.values[place]))])
            .filter((_, place) => series.some(one => one.values[place])).reverse();
        made.append(table(title, ["when", ...series.map(({name}) => name)], rows));
    });
    return made;
}
