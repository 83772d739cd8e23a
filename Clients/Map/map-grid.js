// The grid of coordinates, and how long a distance is on the map.

import {language} from "./elements.js";
import {latitudeAt, metresAt, northing} from "./mercator.js";

/** Pixels of the page between two lines at least, and those of the longest scale. */
const apart = 130, longest = 120;
const compass = language === "fr" ? ["N", "S", "E", "O"] : ["N", "S", "E", "W"];

/** The smallest of 1, 2 and 5 with zeros that is no less than a number. */
function round(number) {
    const power = 10 ** Math.floor(Math.log10(number));
    return power * [1, 2, 5, 10].find(factor => factor * power >= number * 0.999_999);
}

/** Lines each so many degrees, with their coordinates at two sides. */
export function drawGrid(drawing, {x, y, zoom, ratio, width, height}, look) {
    const least = apart * ratio / zoom;
    const step = least > 20 ? [30, 45].find(wide => wide >= least) ?? 90 : round(least), digits = Math.max(0, -Math.floor(Math.log10(step)));
    const texts = new Intl.NumberFormat(language, {minimumFractionDigits: digits, maximumFractionDigits: digits});
    const name = (degrees, [plus, minus]) => {
        const text = `${texts.format(Math.abs(degrees))}°`;
        return Math.abs(degrees) < step / 2 ? text : `${text} ${degrees > 0 ? plus : minus}`;
    };
    const lines = [];
    const [west, east] = [Math.max(-180, -x / zoom), Math.min(180, (width - x) / zoom)];
    for (let line = Math.ceil(west / step); line * step <= east; line++) {
        lines.push({left: x + line * step * zoom, text: name(line * step, [compass[2], compass[3]])});
    }
    const [south, north] = [Math.max(-85, latitudeAt((y - height) / zoom)), Math.min(85, latitudeAt(y / zoom))];
    for (let line = Math.ceil(south / step); line * step <= north; line++) {
        lines.push({top: y - northing(line * step) * zoom, text: name(line * step, [compass[0], compass[1]])});
    }
    drawing.lineWidth = ratio;
    drawing.strokeStyle = look.grid;
    drawing.beginPath();
    for (const {left, top} of lines) {
        drawing.moveTo(left ?? 0, top ?? 0);
        drawing.lineTo(left ?? width, top ?? height);
    }
    drawing.stroke();
    drawing.font = look.font(10);
    drawing.fillStyle = look.quiet;
    drawing.textBaseline = "bottom";
    for (const {left, top, text} of lines) {
        if (left === undefined && top > 20 * ratio && top < height - 40 * ratio) drawing.fillText(text, 4 * ratio, top - 2 * ratio);
        else if (left > 60 * ratio && left < width - 110 * ratio) drawing.fillText(text, left + 3 * ratio, 14 * ratio);
    }
}

/** The scale in the middle of a view: pixels of the page, and the distance as text. */
export function scaleOf({y, zoom, ratio, height}) {
    const metres = metresAt(latitudeAt((y - height / 2) / zoom)) / zoom * ratio;
    // The largest that is no longer than it may be.
    const most = metres * longest, power = 10 ** Math.floor(Math.log10(most));
    const length = power * [5, 2, 1].find(factor => factor * power <= most);
    const number = new Intl.NumberFormat(language);
    return {pixels: Math.round(length / metres), text: length < 1000 ? `${number.format(length)} m` : `${number.format(length / 1000)} km`};
}
