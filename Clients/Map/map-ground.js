// What lies under the devices of a map: land or tiles, towns, the grid, and the way of one device. It is drawn anew when the view
// changes alone.

import {drawGrid} from "./map-grid.js";
import {latitudeAt, metresAt, northing} from "./mercator.js";
import {unpack} from "./packed.js";

/** Metres a pixel of the page, below which the outlines are too coarse: they are true to about two kilometres. */
const finest = 60;

/** The outlines: paths eastwards and southwards with their bounds. They and the towns are loaded with the first map. */
let world = null, towns = null;
const loaded = {world: null, towns: null};

function load(name, then) {
    loaded[name] ??= import(name === "world" ? "./world.js" : "./map-towns.js").then(found => {
        if (name === "towns") towns = found;
        else world = Object.fromEntries(["land", "lakes", "borders"].map(kind => [kind, found[kind].map(line => shape(line, kind !== "borders"))]));
        // A map without outlines is still a map.
    }).catch(error => console.error(error));
    loaded[name].then(then);
}

function shape(line, isClosed) {
    const path = new Path2D(), found = {path, west: Infinity, east: -Infinity, south: Infinity, north: -Infinity};
    let isFirst = true;
    unpack(line, (longitude, latitude) => {
        const north = northing(latitude);
        if (isFirst) path.moveTo(longitude, -north);
        else path.lineTo(longitude, -north);
        isFirst = false;
        found.west = Math.min(found.west, longitude);
        found.east = Math.max(found.east, longitude);
        found.south = Math.min(found.south, north);
        found.north = Math.max(found.north, north);
    });
    if (isClosed) path.closePath();
    return found;
}

/** A canvas under that of the devices, so that a frame in which these alone move copies nothing of it. */
export class Ground {
    canvas = document.createElement("canvas");
    #shown = "";
    #version = 0;
    #trail = [];
    #laidOut = "";
    #towns = [];
    #isCovered = false;
    /** Nil for the outlines alone. */
    tiles = null;

    /** Places in the order in which a device was there, between which a line is drawn. */
    set trail(places) {
        this.#trail = places;
        this.#version++;
    }

    /** What is drawn next is drawn anew. */
    forget() { this.#version++; }

    /**
     * Draws a view: pixels a degree (`zoom`), and where longitude 0 on the equator is (`x`, `y`). The name of no town lies under
     * the boxes that are `taken`. Calls `changed` when more of the ground has come. Gives whether the outlines are left out, and no tiles are there in their place.
     */
    draw(view, look, taken, changed) {
        const {x, y, zoom, ratio, width, height} = view;
        const isBare = metresAt(latitudeAt((y - height / 2) / zoom)) / zoom * ratio < finest;
        const drawing = this.canvas.getContext("2d", {alpha: false}), laidOut = [x, y, zoom, width, height, this.#version].join(" ");
        if (laidOut !== this.#laidOut) this.#towns = towns?.townsIn(drawing, view, look) ?? [];
        this.#laidOut = laidOut;
        const free = towns?.besides(this.#towns, taken) ?? [];
        // Devices that move draw the ground anew only where a name gives way.
        const wanted = `${laidOut} ${free.map(({side}) => side)}`;
        if (wanted === this.#shown) return isBare && !this.#isCovered;
        this.#shown = wanted;
        [this.canvas.width, this.canvas.height] = [width, height];
        drawing.fillStyle = isBare ? look.land : look.water;
        drawing.fillRect(0, 0, width, height);
        const came = () => {
            this.forget();
            changed();
        };
        if (!world) load("world", came);
        else if (!isBare) drawWorld(drawing, view, look);
        this.#isCovered = this.tiles?.draw(drawing, view) ?? false;
        if (!this.#isCovered && world) {
            drawGrid(drawing, view, look);
            if (!towns) load("towns", came);
            else {
                towns.drawTowns(drawing, free, view, look);
                if (isBare) towns.drawWays(drawing, view, look);
            }
        }
        this.#drawTrail(drawing, view, look);
        return isBare && !this.#isCovered;
    }

    #drawTrail(drawing, {x, y, zoom, ratio}, look) {
        drawing.beginPath();
        let before = null;
        for (const place of this.#trail) {
            const [left, top] = [x + place.longitude * zoom, y - place.north * zoom];
            // Over the date line the way goes on at the other side.
            if (!before || Math.abs(place.longitude - before.longitude) > 180) drawing.moveTo(left, top);
            else drawing.lineTo(left, top);
            before = place;
        }
        drawing.lineJoin = "round";
        for (const [width, colour] of [[5, look.land], [2.5, look.trail]]) {
            drawing.lineWidth = width * ratio;
            drawing.strokeStyle = colour;
            drawing.stroke();
        }
    }
}

/** Land and lakes are filled each with one colour, and borders are lines on the land: no gap between countries looks like water. */
function drawWorld(drawing, {x, y, zoom, ratio, width, height}, look) {
    const [west, east, south, north] = [-x / zoom, (width - x) / zoom, (y - height) / zoom, y / zoom];
    const isSeen = one => one.east >= west && one.west <= east && one.north >= south && one.south <= north;
    drawing.setTransform(zoom, 0, 0, zoom, x, y);
    drawing.lineJoin = "round";
    for (const [kind, fill, stroke, thick] of [["land", look.land, look.coast, 1], ["lakes", look.water, look.coast, 0.5], ["borders", null, look.border, 1]]) {
        drawing.lineWidth = thick * ratio / zoom;
        drawing.strokeStyle = stroke;
        drawing.fillStyle = fill ?? "";
        for (const {path} of world[kind].filter(isSeen)) {
            if (fill) drawing.fill(path);
            drawing.stroke(path);
        }
    }
    drawing.setTransform(1, 0, 0, 1, 0, 0);
}
