// For whom a notification is, chosen by fields; what these cannot say is JSON.

import {peopleFields} from "./audience-people.js";
import {readBesidePlace, readRows, rowsFields} from "./audience-rows.js";
import {mapTiles} from "./calls.js";
import {choice, element, field, word} from "./elements.js";
import {streetsAreOn} from "./map-streets.js";

const whos = ["everyone", "people", "rows", "near", "advanced"];
/** Degrees of longitude around a place that was given. */
const near = 1;

/** What the fields say for an audience. */
function read(audience) {
    const [[name, value] = []] = Object.entries(audience ?? {});
    if (name === "everyone") return {who: name};
    if (name === "account" || name === "accounts") return {who: "people", people: [value].flat()};
    const parts = name === "all" && Array.isArray(value) ? value : [audience];
    const [places, others] = [parts.filter(part => part?.near), parts.filter(part => part && !part.near && !part.everyone)];
    const rows = others.length ? readRows({all: others}) : {join: "all", rows: []};
    if (places.length) {
        return places.length === 1 && rows && readBesidePlace(rows).length === others.length ? {who: "near", near: places[0].near, rows} : {who: "advanced"};
    }
    const said = parts.some(part => part?.everyone) ? rows : readRows(audience);
    return said?.rows.length ? {who: "rows", rows: said} : {who: said ? "everyone" : "advanced"};
}

/** Names to choose from, as `[value, text]` or a value; any other can be typed. */
export const names = (id, values) => element("datalist", {id}, values.map(value => {
    const [name, text] = [value].flat();
    return element("option", {value: name}, text);
}));

/**
 * The fields for an audience; `known` has what to choose from, and `changed` hears of what is chosen without typing. Gives the
 * element, `value()`, which throws where JSON is wrong, and `limit`, which leaves only the place for an announcement.
 */
export function audienceFields(audience, known, changed) {
    const said = read(audience);
    const who = choice("who", whos.map(name => [name, word(`who.${name}`)]), said.who);
    const people = peopleFields(said.people ?? [], changed);
    const place = placeFields(said.near, changed);
    const rows = rowsFields(changed);
    const written = element("textarea", {name: "audience", rows: "6", required: true, spellcheck: "false", autocapitalize: "none"}, JSON.stringify(audience, null, 1));
    const rowsPart = element("div", {}, element("p", {class: "note"}, word("alsoNote")), rows.element);
    const parts = {
        people: people.element, near: place.element, rows: rowsPart,
        advanced: field("audienceJSON", written, word("audienceNote", {example: '{"any": [{"topic": "news"}, {"tag": "vip"}]}'})),
    };
    const whoField = field("who", who);
    const values = {
        everyone: () => ({everyone: true}), people: () => ({accounts: people.value()}), rows: () => rows.value(),
        near: () => {
            const beside = rows.parts();
            return beside.length ? {all: [{near: place.value()}, ...beside]} : {near: place.value()};
        },
        advanced: () => JSON.parse(written.value),
    };
    let isPlace = false, before = said.who;
    const choose = () => {
        const chosen = isPlace ? "near" : who.value;
        rows.limit(chosen === "near");
        rowsPart.firstElementChild.hidden = chosen !== "near";
        for (const [name, part] of Object.entries(parts)) set(part, name === chosen || name === "rows" && chosen === "near" && !isPlace);
        set(whoField, !isPlace);
        if (chosen === "near") place.showMap();
    };
    /** Takes along what the fields of before have said, where the new ones can say it. */
    const follow = () => {
        let last = null;
        try { last = values[before](); } catch { /* What is no JSON is not taken along. */ }
        const found = last && read(last);
        if (who.value === "advanced" && last) written.value = JSON.stringify(last, null, 1);
        if (who.value === "rows" && before !== "near") {
            const taken = found?.who === "people" && found.people.length ? readRows(last) : found?.who === "rows" ? found.rows : null;
            if (taken) rows.fill(taken);
        }
        before = who.value;
    };
    who.addEventListener("change", () => {
        follow();
        choose();
    });
    if (said.who === "near") rows.limit(true);
    if (said.rows) rows.fill(said.rows);
    choose();
    return {
        element: element("fieldset", {}, element("legend", {}, word("audience")), whoField, Object.values(parts), Object.entries(known).map(([id, list]) => names(id, list))),
        limit: toPlace => { isPlace = toPlace; choose(); },
        place: () => place.value(),
        value: () => values[who.value]()};
}

/** A field that is disabled is neither checked nor part of the form's data. */
export function set(part, isShown) {
    part.hidden = !isShown;
    for (const control of part.querySelectorAll("input, select, textarea")) control.disabled = !isShown;
}

/** The latitude that a map in Web Mercator draws so many degrees of longitude north of the equator. */
const latitudeOf = north => (2 * Math.atan(Math.exp(north * Math.PI / 180)) - Math.PI / 2) * 180 / Math.PI;

/** A place, typed or pressed on the map. */
function placeFields(given, changed) {
    const degrees = (name, most, value) => element("input", {name, type: "number", step: "any", min: -most, max: most, required: true, value});
    const latitude = degrees("latitude", 90, given?.latitude), longitude = degrees("longitude", 180, given?.longitude);
    const frame = element("div");
    let show = null;
    const mark = isFirst => show?.(latitude.value !== "" && longitude.value !== ""
        ? {latitude: Number(latitude.value), longitude: Number(longitude.value)} : null, isFirst);
    for (const control of [latitude, longitude]) control.addEventListener("input", () => mark(false));
    return {
        element: element("div", {}, element("p", {class: "note"}, word("nearNote")), frame, element("div", {class: "columns"}, field("latitude", latitude), field("longitude", longitude))),
        /** What is not filled in yet is no zero. */
        value: () => ({latitude: latitude.value === "" ? undefined : Number(latitude.value), longitude: longitude.value === "" ? undefined : Number(longitude.value)}),
        /** The map is loaded once it is needed; without it a place can be typed. */
        showMap: async () => {
            if (frame.childElementCount) return;
            const map = document.createElement("world-map");
            frame.append(map);
            const [{northing}, tiles] = await Promise.all([import("./mercator.js"), mapTiles().catch(() => ({})), import("./world-map.js")]);
            map.label = word("placeMap");
            if (streetsAreOn(tiles)) map.tiles = tiles;
            show = (place, isFirst) => {
                const shown = place && {...place, north: northing(place.latitude), isOld: false};
                map.places = new Map(shown ? [[word("placeHere"), shown]] : []);
                if (shown && isFirst) map.show(shown, near);
            };
            mark(true);
            const canvas = map.querySelector("canvas[tabindex]");
            // The page was left before the map came.
            if (!canvas) return;
            /** Takes the place so many pixels from the middle. */
            const take = (right, down) => {
                const {longitude: middle, north, width} = map.view, scale = width / Math.max(1, canvas.clientWidth);
                latitude.value = latitudeOf(north - down * scale).toFixed(5);
                longitude.value = (middle + right * scale).toFixed(5);
                mark(false);
                changed();
            };
            let pressed = null;
            canvas.addEventListener("pointerdown", event => { pressed = event; });
            canvas.addEventListener("click", event => {
                // Who has moved the map has not pressed a place.
                if (pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > 4) return;
                take(event.offsetX - canvas.clientWidth / 2, event.offsetY - canvas.clientHeight / 2);
            });
            canvas.addEventListener("keydown", event => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                take(0, 0);
            });
        }};
}
