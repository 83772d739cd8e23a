// The names of towns, as many as there is room for: the most important ones first.

import {overlap} from "./map-devices.js";
import {latitudeAt, metresAt, northing} from "./mercator.js";
import {unpack} from "./packed.js";
import {metres as inWords} from "./places.js";
import {names as text, places} from "./towns.js";

const names = text.split("\n"), longitudes = new Float32Array(names.length), norths = new Float32Array(names.length);
let town = 0;
unpack(places, (longitude, latitude) => {
    longitudes[town] = longitude;
    norths[town++] = northing(latitude);
});

/** Square pixels of the page for each name, and free pixels around one. */
const room = 16_000, around = {x: 24, y: 12};
/** Pixels a degree from which a dot would claim to know more than a kilometre. */
const closest = 4000;

/** The towns that a view has room for, each with the boxes that its name may take: at its right, or else at its left. */
export function townsIn(drawing, {x, y, zoom, ratio, width, height}, look) {
    const most = width * height / ratio ** 2 / room, found = [];
    // The coordinates, the scale and the buttons of the map are not written over.
    const edges = [
        {left: 0, right: width, top: 0, bottom: 4 * ratio}, {left: 0, right: 110 * ratio, top: height - 36 * ratio, bottom: height},
        {left: width - 48 * ratio, right: width, top: 0, bottom: 136 * ratio}];
    const isFree = box => box.left >= 0 && box.right <= width
        && ![...edges, ...found.map(({boxes}) => boxes[0])].some(other => overlap(box, wider(other, ratio)));
    drawing.font = look.font(12);
    for (let place = 0; place < names.length && found.length < most; place++) {
        const [left, top] = [x + longitudes[place] * zoom, y - norths[place] * zoom];
        if (left < 0 || top < 0 || left > width || top > height) continue;
        const long = drawing.measureText(names[place]).width + 6 * ratio;
        const boxes = [[left, left + long], [left - long, left]].map(([left, right]) => ({left, right, top: top - 8 * ratio, bottom: top + 8 * ratio}));
        if (isFree(boxes[0])) found.push({name: names[place], left, top, boxes: [boxes[0], ...boxes.slice(1).filter(isFree)]});
    }
    return found;
}

/** The towns with the side at which their names lie under nothing that is taken: 0 for the right, 1 for the left, -1 for none. */
export const besides = (found, taken) => found.map(town => ({...town, side: town.boxes.findIndex((box, side) => !taken.some(other => overlap(box, other))
    && (!side || !found.some(other => other !== town && overlap(box, other.boxes[0]))))}));

export function drawTowns(drawing, found, {zoom, ratio}, look) {
    drawing.font = look.font(12);
    drawing.textBaseline = "middle";
    drawing.lineJoin = "round";
    for (const {name, left, top, side} of found) {
        if (side < 0) continue;
        if (zoom / ratio < closest) {
            drawing.beginPath();
            drawing.arc(left, top, 2 * ratio, 0, 2 * Math.PI);
            drawing.fillStyle = look.quiet;
            drawing.fill();
        }
        const begin = left + (side ? -5 : 5) * ratio;
        drawing.textAlign = side ? "right" : "left";
        drawing.lineWidth = 3 * ratio;
        drawing.strokeStyle = look.land;
        drawing.strokeText(name, begin, top);
        drawing.fillStyle = look.quiet;
        drawing.fillText(name, begin, top);
    }
    drawing.textAlign = "start";
}

/** Metres as far as which towns are named that are outside of a view. */
const farthest = 100_000;
const arrows = ["→", "↗", "↑", "↖", "←", "↙", "↓", "↘"];

/** At the edge of a view from near: which town is in which direction, and how far away. One in each of eight directions, the most important. */
export function drawWays(drawing, {x, y, zoom, ratio, width, height}, look) {
    const middle = {longitude: (width / 2 - x) / zoom, north: (y - height / 2) / zoom}, metres = metresAt(latitudeAt(middle.north)), found = new Map();
    for (let place = 0; place < names.length && found.size < arrows.length; place++) {
        const east = longitudes[place] - middle.longitude, up = norths[place] - middle.north, far = Math.hypot(east, up) * metres;
        if (far > farthest || Math.abs(east) * zoom < width / 2 && Math.abs(up) * zoom < height / 2) continue;
        const direction = (Math.round(Math.atan2(up, east) / Math.PI * 4) + 8) % 8;
        if (!found.has(direction)) found.set(direction, {east, up, text: `${arrows[direction]} ${names[place]} ${inWords(far)}`});
    }
    drawing.font = look.font(12);
    drawing.textBaseline = "middle";
    drawing.textAlign = "center";
    for (const {east, up, text} of found.values()) {
        // Where the way leaves the view, as far inside as the text needs.
        const half = drawing.measureText(text).width / 2 + 8 * ratio, way = Math.min((width / 2 - half) / Math.abs(east), (height / 2 - 48 * ratio) / Math.abs(up));
        const [left, top] = [width / 2 + east * way, height / 2 - up * way];
        drawing.lineWidth = 3 * ratio;
        drawing.strokeStyle = look.land;
        drawing.strokeText(text, left, top);
        drawing.fillStyle = look.quiet;
        drawing.fillText(text, left, top);
    }
    drawing.textAlign = "start";
}

/** A box with the pixels around it that stay free. */
const wider = ({left, right, top, bottom}, ratio) =>
    ({left: left - around.x * ratio, right: right + around.x * ratio, top: top - around.y * ratio, bottom: bottom + around.y * ratio});

/** The nearest town to a place, and how many metres away it is; nil where none is within 100 km. */
export function nearestTown({longitude, latitude, north}) {
    let [nearest, least] = [null, 100_000 / metresAt(latitude)];
    for (let place = 0; place < names.length; place++) {
        const east = Math.abs(longitudes[place] - longitude);
        if (east > least) continue;
        const way = Math.hypot(east, norths[place] - north);
        if (way < least) [nearest, least] = [names[place], way];
    }
    return nearest && {town: nearest, metres: least * metresAt(latitude)};
}
