// A map of the world with devices on it, drawn on a canvas.

import {outlines} from "./world.js";

/** Degrees of longitude that the narrowest view shows. */
const narrowest = 0.02;
const radius = 5;

/** The outlines as one path in degrees, north upwards; made once. */
let path = null;

function worldPath() {
    if (path) return path;
    path = new Path2D();
    for (const line of outlines) {
        let [x, y] = line;
        path.moveTo(x / 10, -y / 10);
        for (let place = 2; place < line.length; place += 2) {
            x += line[place];
            y += line[place + 1];
            path.lineTo(x / 10, -y / 10);
        }
        path.closePath();
    }
    return path;
}

/** Draws when something has changed, and once for all that has changed since. */
export class WorldMap extends HTMLElement {
    #canvas = document.createElement("canvas");
    /** What is in the middle, and how many degrees of longitude are shown. */
    #view = {longitude: 0, latitude: 15, width: 360};
    #places = new Map();
    #isDue = false;
    #drag = null;
    /** The land as it was drawn last, and for which view, size and colours. */
    #land = document.createElement("canvas");
    #landOf = "";
    /** How many times it has drawn; for whoever measures. */
    drawn = 0;

    connectedCallback() {
        if (this.#canvas.isConnected) return this.redraw();
        this.#canvas.tabIndex = 0;
        this.#canvas.setAttribute("role", "img");
        this.append(this.#canvas);
        this.#canvas.addEventListener("keydown", event => this.#key(event));
        this.#canvas.addEventListener("wheel", event => {
            event.preventDefault();
            this.zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2);
        }, {passive: false});
        this.#canvas.addEventListener("pointerdown", event => {
            this.#canvas.setPointerCapture(event.pointerId);
            this.#drag = {x: event.clientX, y: event.clientY};
        });
        this.#canvas.addEventListener("pointermove", event => {
            if (!this.#drag) return;
            this.#move((this.#drag.x - event.clientX) * this.#scale, (event.clientY - this.#drag.y) * this.#scale);
            this.#drag = {x: event.clientX, y: event.clientY};
        });
        for (const name of ["pointerup", "pointercancel"]) this.#canvas.addEventListener(name, () => { this.#drag = null; });
        new ResizeObserver(() => this.redraw()).observe(this.#canvas);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    }

    /** What a screen reader says of it. */
    set label(text) { this.#canvas.setAttribute("aria-label", text); }

    /** Where devices are: a map of ids to `{longitude, latitude, isOld}`. Whoever changes it says so by `redraw`. */
    set places(places) {
        this.#places = places;
        this.redraw();
    }

    redraw() {
        if (this.#isDue || !this.isConnected) return;
        this.#isDue = true;
        requestAnimationFrame(() => {
            this.#isDue = false;
            this.#draw();
        });
    }

    zoom(factor) {
        this.#view.width = Math.min(360, Math.max(narrowest, this.#view.width * factor));
        this.redraw();
    }

    /** Shows all devices, or the world where there is none. */
    showAll() {
        const all = [...this.#places.values()];
        if (!all.length) {
            this.#view = {longitude: 0, latitude: 15, width: 360};
            return this.redraw();
        }
        const range = values => [Math.min(...values), Math.max(...values)];
        const [west, east] = range(all.map(place => place.longitude)), [south, north] = range(all.map(place => place.latitude));
        const shape = this.#canvas.clientWidth / Math.max(1, this.#canvas.clientHeight);
        this.#view = {longitude: (west + east) / 2, latitude: (south + north) / 2,
            width: Math.min(360, Math.max(0.5, 1.2 * (east - west), 1.2 * (north - south) * shape))};
        this.redraw();
    }

    /** Shows one place in the middle. */
    show(place) {
        this.#view = {longitude: place.longitude, latitude: place.latitude, width: Math.min(this.#view.width, 2)};
        this.redraw();
    }

    /** Degrees a pixel. */
    get #scale() { return this.#view.width / Math.max(1, this.#canvas.clientWidth); }

    #move(east, north) {
        this.#view.longitude = Math.min(180, Math.max(-180, this.#view.longitude + east));
        this.#view.latitude = Math.min(90, Math.max(-90, this.#view.latitude + north));
        this.redraw();
    }

    #key(event) {
        const step = this.#view.width / 10;
        const does = {
            ArrowLeft: () => this.#move(-step, 0), ArrowRight: () => this.#move(step, 0), ArrowUp: () => this.#move(0, step),
            ArrowDown: () => this.#move(0, -step), "+": () => this.zoom(1 / 1.5), "-": () => this.zoom(1.5), "0": () => this.showAll()}[event.key];
        if (!does) return;
        event.preventDefault();
        does();
    }

    #draw() {
        const ratio = devicePixelRatio, width = this.#canvas.clientWidth, height = this.#canvas.clientHeight;
        if (this.#canvas.width !== width * ratio || this.#canvas.height !== height * ratio) {
            [this.#canvas.width, this.#canvas.height] = [width * ratio, height * ratio];
        }
        const look = getComputedStyle(this);
        const colour = name => look.getPropertyValue(`--${name}`);
        const drawing = this.#canvas.getContext("2d");
        const zoom = ratio / this.#scale;
        const [x, y] = [width * ratio / 2 - this.#view.longitude * zoom, height * ratio / 2 + this.#view.latitude * zoom];
        drawing.clearRect(0, 0, width * ratio, height * ratio);
        this.#drawLand([x, y, zoom, ratio], colour("card"), colour("edge"));
        if (this.#land.width && this.#land.height) drawing.drawImage(this.#land, 0, 0);
        drawing.lineWidth = ratio;
        for (const isOld of [true, false]) {
            drawing.beginPath();
            for (const place of this.#places.values()) {
                if (place.isOld !== isOld) continue;
                const [left, top] = [x + place.longitude * zoom, y - place.latitude * zoom];
                if (left < -9 || top < -9 || left > width * ratio + 9 || top > height * ratio + 9) continue;
                drawing.moveTo(left + radius * ratio, top);
                drawing.arc(left, top, radius * ratio, 0, 2 * Math.PI);
            }
            drawing.fillStyle = colour(isOld ? "edge" : "accent");
            drawing.strokeStyle = colour("card");
            drawing.fill();
            drawing.stroke();
        }
        this.drawn++;
    }

    /** The land stays as it is while devices alone move. */
    #drawLand([x, y, zoom, ratio], fill, stroke) {
        const wanted = [x, y, zoom, this.#canvas.width, this.#canvas.height, fill, stroke].join(" ");
        if (wanted === this.#landOf) return;
        this.#landOf = wanted;
        [this.#land.width, this.#land.height] = [this.#canvas.width, this.#canvas.height];
        const drawing = this.#land.getContext("2d");
        drawing.setTransform(zoom, 0, 0, zoom, x, y);
        drawing.lineWidth = ratio / zoom;
        drawing.fillStyle = fill;
        drawing.strokeStyle = stroke;
        drawing.fill(worldPath());
        drawing.stroke(worldPath());
    }
}

customElements.define("world-map", WorldMap);
