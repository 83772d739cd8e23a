// A map of the world with devices on it, drawn on a canvas over another one with the ground.

import {element, word} from "./elements.js";
import {drawGroups, groupAt, groupsOf} from "./map-devices.js";
import {scaleOf} from "./map-grid.js";
import {Ground} from "./map-ground.js";
import {hear} from "./map-hand.js";
import {lookOf} from "./map-look.js";
import {latitudeAt, northing} from "./mercator.js";
import {townText} from "./places.js";
import {Tiles} from "./tiles.js";

/** Degrees of longitude that the narrowest view shows: some houses. */
const narrowest = 0.002;
const world = {longitude: 0, north: 25, width: 360};

/** Draws when something has changed, and once for all that has changed since. */
export class WorldMap extends HTMLElement {
    #canvas = document.createElement("canvas");
    #bar = element("span", {});
    #distance = element("span", {});
    #note = element("p", {class: "map-note"});
    #controls = element("div", {});
    /** What is in the middle, and how many degrees of longitude are shown. */
    #view = {...world};
    #places = new Map();
    #groups = [];
    #ground = new Ground();
    #isDue = false;
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
        this.#controls.prepend(
            this.#button("zoomIn", "+", () => this.zoom(0.5)), this.#button("zoomOut", "−", () => this.zoom(2)));
        this.append(
            this.#ground.canvas, this.#canvas, this.#controls, this.#note,
            element("p", {class: "map-scale", "aria-hidden": "true"}, this.#distance, this.#bar));
        hear(this.#canvas, {
            move: (east, south) => this.#move(east * this.#scale, -south * this.#scale),
            zoom: (factor, around) => this.zoom(factor, around), home: () => this.home(),
            press: (left, top) => this.#press(left, top)});
        new ResizeObserver(() => this.redraw()).observe(this.#canvas);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
            this.#look = null;
            this.redraw();
        });
    }

    /** What the key 0 does, and a button of the map by the name of its words. */
    home = () => this.showAll();

    set homeWord(name) { this.#controls.append(this.#button(name, "◎", () => this.home())); }

    #button(name, sign, act) {
        const made = element("button", {type: "button", "aria-label": word(name), title: word(name)}, sign);
        made.addEventListener("click", act);
        return made;
    }

    /** What a screen reader says of it. */
    set label(text) { if (this.#canvas.getAttribute("aria-label") !== text) this.#canvas.setAttribute("aria-label", text); }

    /**
     * Where devices are: a map of ids to `{longitude, latitude, north, isOld, name?, radius?}`, the radius in metres. Call
     * `redraw` after a change.
     */
    set places(places) { this.#change(() => { this.#places = places; }); }

    /** The id of the device that is marked. */
    set marked(id) { this.#change(() => { this.#marked = id; }); }

    /** What is in the middle, and how many degrees of longitude are shown: `{longitude, north, width}`. */
    get view() { return {...this.#view}; }
    set view(view) { this.#change(() => { this.#view = view; }); }

    /** The name of the words that say why there is no coast. */
    bareWord = "mapTooClose";

    /** Where a device was, in that order; none for no line. */
    set trail(places) { this.#change(() => { this.#ground.trail = places; }); }

    /** One place of the line. */
    set past(place) { this.#change(() => { this.#past = place; }); }

    /** Where tiles come from: `{address, minimumZoom, maximumZoom}`; nil for none. */
    set tiles(source) {
        this.#change(() => {
            this.#ground.tiles = source && new Tiles(source, () => this.#change(() => this.#ground.forget()));
            this.classList.toggle("tiled", Boolean(source));
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

    /** Shows so many times as much, and leaves a pixel where it is: the one in the middle where none is given. */
    zoom(factor, [left, top] = [this.#canvas.clientWidth / 2, this.#canvas.clientHeight / 2]) {
        const width = Math.min(360, Math.max(narrowest, this.#view.width * factor));
        const gain = this.#scale - width / Math.max(1, this.#canvas.clientWidth);
        this.#view.width = width;
        this.#move((left - this.#canvas.clientWidth / 2) * gain, (this.#canvas.clientHeight / 2 - top) * gain);
    }

    /** Shows all of some places, and so many degrees of longitude at least; the world where there is none. */
    showAll(places = this.#places.values(), least = 0.02) {
        const all = [...places];
        const shape = this.#canvas.clientWidth / Math.max(1, this.#canvas.clientHeight);
        // As much of the world as fills a map that is higher than wide.
        if (!all.length) return this.#change(() => { this.#view = {...world, width: Math.min(360, 300 * shape)}; });
        const range = name => all.reduce(
            ([first, last], place) => [Math.min(first, place[name]), Math.max(last, place[name])], [Infinity, -Infinity]);
        const [west, east] = range("longitude"), [south, north] = range("north");
        this.#change(() => {
            this.#view = {longitude: (west + east) / 2, north: (south + north) / 2,
                width: Math.min(360, Math.max(least, 1.3 * (east - west), 1.3 * (north - south) * shape))};
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

    /** Chooses a device, or shows those of a mark for many. */
    #press(left, top) {
        const members = groupAt(this.#groups, left, top, devicePixelRatio)?.members ?? [];
        if (members.length > 1) this.showAll(members.map(([, place]) => place), Math.min(this.#view.width / 4, 0.02));
        else if (members.length) this.dispatchEvent(new CustomEvent("choose", {detail: members[0][0]}));
    }

    #draw() {
        const ratio = devicePixelRatio, zoom = ratio / this.#scale;
        const [width, height] = [this.#canvas.clientWidth, this.#canvas.clientHeight].map(pixels => Math.round(pixels * ratio));
        if (!width || !height) return;
        if (this.#canvas.width !== width || this.#canvas.height !== height) [this.#canvas.width, this.#canvas.height] = [width, height];
        const view = {x: width / 2 - this.#view.longitude * zoom, y: height / 2 + this.#view.north * zoom, zoom, ratio, width, height};
        if (this.#look?.ratio !== ratio) {
            this.#look = lookOf(this, ratio);
            this.#ground.forget();
        }
        const look = this.#look, drawing = this.#canvas.getContext("2d");
        drawing.clearRect(0, 0, width, height);
        this.#groups = groupsOf(this.#places, view, this.#marked);
        const taken = drawGroups(drawing, this.#groups, view, look, this.#marked);
        this.#tell(view, this.#ground.draw(view, look, taken, () => this.redraw()));
        if (this.#past) {
            const half = look.past.width / 2;
            drawing.drawImage(look.past, Math.round(view.x + this.#past.longitude * zoom - half), Math.round(view.y - this.#past.north * zoom - half));
        }
        this.drawn++;
    }

    /** How long a distance is; from near also which town is there, and why there is no coast. */
    #tell(view, isBare) {
        const {pixels, text} = scaleOf(view), {longitude, north} = this.#view;
        const town = isBare && townText({longitude, north, latitude: latitudeAt(north)});
        const note = isBare ? [town, word(this.bareWord)].filter(Boolean).join(" · ") : "";
        if (this.#distance.textContent !== text) this.#distance.textContent = text;
        // By the object model: the policy forbids it in the markup alone.
        this.#bar.style.setProperty("width", `${pixels}px`);
        if (this.#note.textContent !== note) this.#note.textContent = note;
    }
}

customElements.define("world-map", WorldMap);
