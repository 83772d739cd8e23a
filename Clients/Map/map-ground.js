// What lies under the devices of a map: land, tiles and the way of one device. It is drawn anew when the view changes alone.

import {northing} from "./mercator.js";
import {outlines} from "./world.js";

/** The outlines as one path, eastwards and southwards; made once. */
let path = null;

function worldPath() {
    if (path) return path;
    path = new Path2D();
    for (const line of outlines) {
        let [x, y] = line;
        path.moveTo(x / 10, -northing(y / 10));
        for (let place = 2; place < line.length; place += 2) {
            x += line[place];
            y += line[place + 1];
            path.lineTo(x / 10, -northing(y / 10));
        }
        path.closePath();
    }
    return path;
}

/** A canvas under that of the devices, so that a frame in which these alone move copies nothing of it. */
export class Ground {
    canvas = document.createElement("canvas");
    #shown = "";
    #version = 0;
    #trail = [];
    /** Nil for the outlines alone. */
    tiles = null;

    /** Places in the order in which a device was there, between which a line is drawn. */
    set trail(places) {
        this.#trail = places;
        this.#version++;
    }

    /** What is drawn next is drawn anew. */
    forget() { this.#version++; }

    /** Draws a view: pixels a degree (`zoom`), and where longitude 0 on the equator is (`x`, `y`). */
    draw(view, colours) {
        const {x, y, zoom, ratio, width, height} = view;
        const wanted = [x, y, zoom, width, height, this.#version].join(" ");
        if (wanted === this.#shown) return;
        this.#shown = wanted;
        [this.canvas.width, this.canvas.height] = [width, height];
        const drawing = this.canvas.getContext("2d", {alpha: false});
        drawing.fillStyle = colours.water;
        drawing.fillRect(0, 0, width, height);
        drawing.setTransform(zoom, 0, 0, zoom, x, y);
        drawing.lineWidth = ratio / zoom;
        drawing.fillStyle = colours.land;
        drawing.strokeStyle = colours.coast;
        drawing.fill(worldPath());
        drawing.stroke(worldPath());
        drawing.setTransform(1, 0, 0, 1, 0, 0);
        this.tiles?.draw(drawing, view);
        this.#drawTrail(drawing, view, colours);
    }

    #drawTrail(drawing, {x, y, zoom, ratio}, colours) {
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
        for (const [width, colour] of [[5, colours.land], [2.5, colours.trail]]) {
            drawing.lineWidth = width * ratio;
            drawing.strokeStyle = colour;
            drawing.stroke();
        }
    }
}
