// The names of towns, as many as there is room for: the most important ones first.

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

export function drawTowns(drawing, {x, y, zoom, ratio, width, height}, look) {
    const most = width * height / ratio ** 2 / room;
    // The coordinates, the scale and the buttons of the map are not written over.
    const taken = [
        {left: 0, right: width, top: 0, bottom: 4 * ratio}, {left: 0, right: 110 * ratio, top: height - 36 * ratio, bottom: height},
        {left: width - 48 * ratio, right: width, top: 0, bottom: 136 * ratio}];
    drawing.font = look.font(12);
    drawing.textBaseline = "middle";
    drawing.textAlign = "start";
    drawing.lineJoin = "round";
    for (let place = 0; place < names.length && taken.length < most + 3; place++) {
        const [left, top] = [x + longitudes[place] * zoom, y - norths[place] * zoom];
        if (left < 0 || top < 0 || left > width || top > height) continue;
        const long = drawing.measureText(names[place]).width;
        const box = {left, right: left + long + 6 * ratio, top: top - 8 * ratio, bottom: top + 8 * ratio};
        if (box.right > width || taken.some(other => overlap(box, other, ratio))) continue;
        taken.push(box);
        if (zoom / ratio < closest) {
            drawing.beginPath();
            drawing.arc(left, top, 2 * ratio, 0, 2 * Math.PI);
            drawing.fillStyle = look.quiet;
            drawing.fill();
        }
        drawing.lineWidth = 3 * ratio;
        drawing.strokeStyle = look.land;
        drawing.strokeText(names[place], left + 5 * ratio, top);
        drawing.fillStyle = look.quiet;
        drawing.fillText(names[place], left + 5 * ratio, top);
    }
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

function overlap(one, other, ratio) {
    return one.left < other.right + around.x * ratio && other.left < one.right + around.x * ratio
        && one.top < other.bottom + around.y * ratio && other.top < one.bottom + around.y * ratio;
}

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
