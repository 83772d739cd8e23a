// The devices of a map: dots with names, circles for what is known of their places, and one mark for many that are near.

import {metresAt} from "./mercator.js";

/** Pixels of the page within which devices are one mark, around a device at which one may press, and of a name at most. */
const near = 34, reach = 14, longest = 150;
/** How many names are drawn at most; more would hide one another. */
const mostNames = 80;
/** Pixels a degree from which devices at one place are drawn over each other: no view would ever part them. */
const closest = 200_000;

/** Where a name may stand, eastwards and southwards of its dot, the best first: the names of towns are at their right. */
const sides = [[0, 1], [0, -1], [1, 0], [-1, 0], [-1, 1], [1, 1], [-1, -1], [1, -1]];

const widths = new Map();

/** A number for a square of the screen: a text for each would cost more than the rest. */
const cellAt = (column, row) => column * 67_108_864 + row;

/** Groups of devices that are near on the screen. It stays the same while the view is dragged. `apart` is in no group. */
export function groupsOf(places, {x, y, zoom, ratio, width, height}, apart) {
    const side = near * ratio, cells = new Map(), groups = [];
    for (const [id, place] of places) {
        const east = place.longitude * zoom, south = -place.north * zoom;
        const [left, top] = [x + east, y + south];
        if (left < -side || top < -side || left > width + side || top > height + side) continue;
        const [column, row] = [Math.floor(east / side), Math.floor(south / side)];
        let found = null;
        if (id !== apart && zoom / ratio < closest) {
            for (let cell = 0; cell < 9 && !found; cell++) {
                const group = cells.get(cellAt(column + cell % 3 - 1, row + Math.floor(cell / 3) - 1));
                if (group && Math.hypot(group.east - east, group.south - south) < side) found = group;
            }
        }
        if (!found) {
            found = {east, south, left: 0, top: 0, members: []};
            groups.push(found);
            if (id !== apart) cells.set(cellAt(column, row), found);
        }
        found.left += left;
        found.top += top;
        found.members.push([id, place]);
    }
    for (const group of groups) {
        group.left /= group.members.length;
        group.top /= group.members.length;
        group.size = group.members.length > 1 ? 13 + 3 * Math.log10(group.members.length) : 0;
    }
    return groups;
}

/** Which group is nearest to where somebody has pressed; nil for none. */
export function groupAt(groups, left, top, ratio) {
    let [nearest, least] = [null, Infinity];
    for (const group of groups) {
        const way = Math.hypot(group.left - left * ratio, group.top - top * ratio) / ratio;
        if (way < Math.max(reach, group.size) && way < least) [nearest, least] = [group, way];
    }
    return nearest;
}

/** Gives the boxes that dots and names take, so that nothing is written under them. */
export function drawGroups(drawing, groups, view, look, marked) {
    const {zoom, ratio} = view;
    const alone = groups.filter(group => group.members.length === 1);
    for (const {left, top, members: [[, place]]} of alone) drawRadius(drawing, left, top, place, zoom, look);
    // On whole pixels a copy needs no smoothing.
    const put = ({left, top}, picture) => drawing.drawImage(picture, Math.round(left - picture.width / 2), Math.round(top - picture.width / 2));
    const isMarked = group => group.members[0][0] === marked && group.members.length === 1;
    for (const isOld of [true, false]) {
        for (const group of alone) if (group.members[0][1].isOld === isOld) put(group, isOld ? look.old : look.fresh);
    }
    drawing.textBaseline = "middle";
    const many = groups.filter(group => group.members.length > 1);
    const taken = drawNames(drawing, groups, [...alone.filter(group => !isMarked(group)), ...many], view, look);
    drawing.textAlign = "center";
    for (const group of many) drawMany(drawing, group, look);
    drawing.textAlign = "start";
    const chosen = alone.find(isMarked);
    if (!chosen) return taken;
    put(chosen, look.mark);
    return [...taken, ...drawNames(drawing, [], [chosen], view, look)];
}

/** The circle within which a device is, where that is larger than its dot. */
function drawRadius(drawing, left, top, place, zoom, look) {
    const pixels = (place.radius ?? 0) / metresAt(place.latitude) * zoom;
    if (pixels < 8 * look.ratio) return;
    drawing.beginPath();
    drawing.arc(left, top, pixels, 0, 2 * Math.PI);
    drawing.globalAlpha = 0.15;
    drawing.fillStyle = look.accent;
    drawing.fill();
    drawing.globalAlpha = 1;
    drawing.strokeStyle = look.accent;
    drawing.lineWidth = look.ratio;
    drawing.stroke();
}

function drawMany(drawing, {left, top, size, members}, look) {
    const isOld = members.every(([, place]) => place.isOld);
    drawing.beginPath();
    drawing.arc(left, top, size * look.ratio, 0, 2 * Math.PI);
    drawing.fillStyle = isOld ? look.card : look.accent;
    drawing.strokeStyle = isOld ? look.edge : look.card;
    drawing.lineWidth = 2 * look.ratio;
    drawing.fill();
    drawing.stroke();
    drawing.font = look.font(12, 700);
    drawing.fillStyle = isOld ? look.text : look.onAccent;
    drawing.fillText(String(members.length), left, top);
}

/** Names at their dots, where one hides no other mark and no other name. A mark for many has the name of one of them, and how many more there are. */
function drawNames(drawing, all, groups, {ratio, width, height}, look) {
    drawing.font = look.font(12, 600);
    const taken = all.map(({left, top, size}) => boxAround(left, top, Math.max(8, size) * ratio));
    let count = 0;
    for (const {left, top, size, members} of groups) {
        if (count >= mostNames) break;
        const [id, place] = members[0], others = members.length - 1;
        const own = shortened(String(place.name ?? id));
        if (!own) continue;
        const name = own + (others ? ` +${others}` : "");
        const long = (widths.get(name) ?? measure(drawing, name, ratio)) * ratio;
        const box = sides.map(([east, south]) => boxAt(
            left + east * (Math.max(8, size) + (south ? 0 : 6)) * ratio - (1 - (south ? -east : east)) / 2 * long, top + south * (size ? size + 12 : 18) * ratio,
            long, width, ratio)).find(box => box.top >= 0 && box.bottom <= height && !taken.some(other => overlap(box, other)));
        if (!box) continue;
        taken.push(box);
        count++;
        drawing.globalAlpha = 0.88;
        drawing.fillStyle = look.card;
        drawing.beginPath();
        drawing.roundRect(box.left, box.top, box.right - box.left, box.bottom - box.top, 4 * ratio);
        drawing.fill();
        drawing.globalAlpha = 1;
        drawing.fillStyle = look.text;
        drawing.fillText(name, box.left + 3 * ratio, (box.top + box.bottom) / 2);
    }
    return taken;
}

/** The box of a name that begins as near to some pixel as the map has room, around a line. */
function boxAt(wanted, middle, long, width, ratio) {
    const begin = Math.max(4 * ratio, Math.min(width - long - 4 * ratio, wanted));
    return {left: begin - 3 * ratio, right: begin + long + 3 * ratio, top: middle - 8 * ratio, bottom: middle + 8 * ratio};
}

/** Whether two boxes have pixels in common. */
export const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const boxAround = (left, top, half) => ({left: left - half, right: left + half, top: top - half, bottom: top + half});

const shortened = name => name.length > 24 ? `${name.slice(0, 23)}…` : name;

/** Measured once: to measure a text takes longer than to draw one. */
function measure(drawing, name, ratio) {
    if (widths.size > 5000) widths.clear();
    const width = Math.min(longest * 2, drawing.measureText(name).width / ratio);
    widths.set(name, width);
    return width;
}
