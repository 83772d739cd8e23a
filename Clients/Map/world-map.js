// A map of the world with devices on it, drawn on a canvas over another one with the ground.

import {Ground} from "./map-ground.js";
import {lookOf} from "./map-look.js";
import {northing} from "./mercator.js";
import {Tiles} from "./tiles.js";

/** Degrees of longitude that the narrowest view shows. */
const narrowest = 0.01;
/** Pixels beside a device at which one may press. */
const reach = 12;
const world = {longitude: 0, north: 25, width: 360};

/** Draws when something has changed, and once for all that has changed since. */
export class WorldMap extends HTMLElement {
    #canvas = document.createElement("canvas");
    /** What is in the middle, and how many degrees of longitude are shown. */
    #view = {...world};
    #places = new Map();
    #ground = new Ground();
    #isDue = false;
    #drag = null;
    /** What is drawn in the colours of the page, for pixels of some ratio; nil when these have changed. */
    #look = null;
    /** The place of a device that is marked, and where it was at some time; nil for none. */
    #marked = null;
    #past = null;
    /** How many times it has drawn; for whoever measures. */
    drawn = 0;

    connectedCallback() {
        if (this.#canvas.isConnected) return this.redraw();
        this.#canvas.tabIndex = 0;
        this.#canvas.setAttribute("role", "img");
        this.#ground.canvas.setAttribute("aria-hidden", "true");
        this.append(this.#ground.canvas, this.#canvas);
        const hear = (name, act, options) => this.#canvas.addEventListener(name, act, options);
        hear("keydown", event => this.#key(event));
        hear("wheel", event => {
            event.preventDefault();
            this.zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2);
        }, {passive: false});
        hear("pointerdown", event => {
            this.#canvas.setPointerCapture(event.pointerId);
            this.#drag = {x: event.clientX, y: event.clientY, way: 0};
        });
        hear("pointermove", event => {
            if (!this.#drag) return;
            const [east, south] = [event.clientX - this.#drag.x, event.clientY - this.#drag.y];
            this.#drag = {x: event.clientX, y: event.clientY, way: this.#drag.way + Math.hypot(east, south)};
            this.#move(-east * this.#scale, south * this.#scale);
        });
        hear("pointerup", event => {
            if (this.#drag?.way < 4) this.#press(event.offsetX, event.offsetY);
            this.#drag = null;
        });
        hear("pointercancel", () => { this.#drag = null; });
        new ResizeObserver(() => this.redraw()).observe(this.#canvas);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
            this.#look = null;
            this.redraw();
        });
    }

    /** What a screen reader says of it. */
    set label(text) { if (this.#canvas.getAttribute("aria-label") !== text) this.#canvas.setAttribute("aria-label", text); }

    /** Where devices are: a map of ids to `{longitude, latitude, north, isOld, radius?}`, the radius in metres. Call `redraw` after a change. */
    set places(places) { this.#change(() => { this.#places = places; }); }

    /** The id of the device that is marked. */
    set marked(id) { this.#change(() => { this.#marked = id; }); }

    /** What is in the middle, and how many degrees of longitude are shown: `{longitude, north, width}`. */
    get view() { return {...this.#view}; }

    /** Where a device was, in that order; none for no line. */
    set trail(places) { this.#change(() => { this.#ground.trail = places; }); }

    /** One place of the line. */
    set past(place) { this.#change(() => { this.#past = place; }); }

    /** Where tiles come from: `{address, minimumZoom, maximumZoom}`. */
    set tiles(source) {
        this.#change(() => {
            this.#ground.tiles = new Tiles(source, () => this.#change(() => this.#ground.forget()));
            this.#ground.forget();
        });
    }

    #change(act) {
        act();
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

    zoom(factor) { this.#change(() => { this.#view.width = Math.min(360, Math.max(narrowest, this.#view.width * factor)); }); }

    /** Shows all of some places, and so many degrees of longitude at least; the world where there is none. */
    showAll(places = this.#places.values(), least = 0.5) {
        const all = [...places];
        if (!all.length) return this.#change(() => { this.#view = {...world}; });
        const range = name => all.reduce(
            ([first, last], place) => [Math.min(first, place[name]), Math.max(last, place[name])], [Infinity, -Infinity]);
        const [west, east] = range("longitude"), [south, north] = range("north");
        const shape = this.#canvas.clientWidth / Math.max(1, this.#canvas.clientHeight);
        this.#change(() => {
            this.#view = {longitude: (west + east) / 2, north: (south + north) / 2,
                width: Math.min(360, Math.max(least, 1.2 * (east - west), 1.2 * (north - south) * shape))};
        });
    }

    /** Shows one place in the middle. */
    show({longitude, north}, width = 2) {
        this.#change(() => { this.#view = {longitude, north, width: Math.min(this.#view.width, width)}; });
    }

    /** Degrees a pixel. */
    get #scale() { return this.#view.width / Math.max(1, this.#canvas.clientWidth); }

    #move(east, north) {
        const within = (value, most) => Math.min(most, Math.max(-most, value));
        this.#change(() => {
            this.#view.longitude = within(this.#view.longitude + east, 180);
            this.#view.north = within(this.#view.north + north, northing(90));
        });
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

    /** Tells which device is nearest to where somebody has pressed. */
    #press(left, top) {
        const scale = this.#scale;
        let [nearest, least] = [null, reach];
        for (const [id, place] of this.#places) {
            const way = Math.hypot(
                this.#canvas.clientWidth / 2 + (place.longitude - this.#view.longitude) / scale - left,
                this.#canvas.clientHeight / 2 - (place.north - this.#view.north) / scale - top);
            if (way < least) [nearest, least] = [id, way];
        }
        if (nearest !== null) this.dispatchEvent(new CustomEvent("choose", {detail: nearest}));
    }

    #draw() {
        const ratio = devicePixelRatio, zoom = ratio / this.#scale;
        const [width, height] = [this.#canvas.clientWidth, this.#canvas.clientHeight].map(pixels => Math.round(pixels * ratio));
        if (!width || !height) return;
        if (this.#canvas.width !== width || this.#canvas.height !== height) [this.#canvas.width, this.#canvas.height] = [width, height];
        const [x, y] = [width / 2 - this.#view.longitude * zoom, height / 2 + this.#view.north * zoom];
        if (this.#look?.ratio !== ratio) {
            this.#look = lookOf(this, ratio);
            this.#ground.forget();
        }
        const look = this.#look, drawing = this.#canvas.getContext("2d");
        this.#ground.draw({x, y, zoom, ratio, width, height}, look);
        drawing.clearRect(0, 0, width, height);
        const put = (place, picture) => {
            // On whole pixels a copy needs no smoothing.
            const half = picture.width / 2, left = Math.round(x + place.longitude * zoom - half), top = Math.round(y - place.north * zoom - half);
            if (left > -picture.width && top > -picture.width && left < width && top < height) drawing.drawImage(picture, left, top);
        };
        for (const place of this.#places.values()) if (place.radius) this.#drawRadius(drawing, {x, y, zoom, ratio}, place, look);
        for (const place of this.#places.values()) if (place.isOld) put(place, look.old);
        for (const place of this.#places.values()) if (!place.isOld) put(place, look.fresh);
        const marked = this.#places.get(this.#marked);
        if (marked) put(marked, look.mark);
        if (this.#past) put(this.#past, look.past);
        this.drawn++;
    }

    /** A circle around a place that is only known to some metres. */
    #drawRadius(drawing, {x, y, zoom, ratio}, place, look) {
        drawing.beginPath();
        const pixels = place.radius / (111_195 * Math.cos(place.latitude * Math.PI / 180)) * zoom;
        drawing.arc(x + place.longitude * zoom, y - place.north * zoom, pixels, 0, 2 * Math.PI);
        drawing.strokeStyle = look.trail;
        drawing.lineWidth = 1.5 * ratio;
        drawing.stroke();
    }
}

customElements.define("world-map", WorldMap);
