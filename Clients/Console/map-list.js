// The devices on the map as a list, each with a button, for keys and screen readers.

import {element, excerpt, field, number, word} from "./elements.js";
import {timeText, townText} from "./places.js";

/** How many devices are added at a time. */
const step = 50;

/** A list that stays as it is where nothing has changed, so that a button keeps the focus while devices move. */
export class DeviceList {
    #rows = new Map();
    #list = element("ul", {class: "devices", "aria-label": word("mapDevices")});
    #count = element("p", {class: "note", role: "status"});
    #more = element("button", {type: "button", class: "plain", click: () => this.#grow()}, word("more"));
    #search = element("input", {type: "search", autocapitalize: "none", spellcheck: "false"});
    #places;
    #choose;
    #chosen = null;
    #most = step;
    /** Before the map knows of a device, or that there is none. */
    isLoading = true;

    /**
     * @param {Map} places Those of the map.
     * @param {function} choose Is given the id of the device whose button is pressed.
     */
    constructor(places, choose) {
        this.#places = places;
        this.#choose = choose;
        this.#search.addEventListener("input", () => {
            this.#most = step;
            this.fill();
        });
    }

    get element() { return element("div", {class: "beside"}, field("findDevice", this.#search, word("findDeviceNote")), this.#count, this.#list, this.#more); }

    /** The device whose button is pressed in. */
    set chosen(id) {
        this.#chosen = id;
        this.fill();
    }

    /** Puts the focus on the button of a device, or on the search where it has none. */
    focus(id) { (this.#rows.get(id)?.press ?? this.#search).focus(); }

    /** Shows what there is now. */
    fill() {
        const wanted = this.#search.value.toLowerCase();
        const found = [], rest = new Set(this.#rows.keys());
        let count = 0;
        for (const [id, place] of this.#places) {
            if (wanted && ![id, place.name ?? "", townText(place)].some(text => text.toLowerCase().includes(wanted))) continue;
            if (++count <= this.#most) found.push(id);
        }
        for (const id of found) rest.delete(id);
        for (const id of rest) {
            this.#rows.get(id).item.remove();
            this.#rows.delete(id);
        }
        found.forEach((id, position) => {
            const row = this.#rows.get(id) ?? this.#row(id);
            if (this.#list.children[position] !== row.item) this.#list.insertBefore(row.item, this.#list.children[position] ?? null);
            const place = this.#places.get(id);
            if (row.named !== place.name) {
                row.press.firstChild.replaceWith(excerpt(place.name ?? id));
                row.named = place.name;
            }
            set(row.where, [townText(place), timeText(place)].filter(Boolean).join(" · "));
            const isChosen = String(id === this.#chosen);
            if (row.press.getAttribute("aria-pressed") !== isChosen) row.press.setAttribute("aria-pressed", isChosen);
        });
        this.#more.hidden = count <= this.#most;
        set(this.#count, word(this.#places.size ? "mapFound" : this.isLoading ? "loading" : "noMapDevices", {shown: number(found.length), count}));
    }

    #row(id) {
        const where = element("span", {class: "note"});
        const press = element(
            "button", {type: "button", class: "plain", "aria-pressed": "false", click: () => this.#choose(id)}, excerpt(id), where);
        const row = {item: element("li", {}, press), press, where, named: undefined};
        this.#rows.set(id, row);
        return row;
    }

    /** The focus goes on to the first that is added. */
    #grow() {
        const before = this.#list.children.length;
        this.#most += step;
        this.fill();
        this.#list.children[before]?.querySelector("button").focus();
    }
}

function set(made, text) {
    if (made.textContent !== text) made.textContent = text;
}
