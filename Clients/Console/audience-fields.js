// For whom a notification is, chosen by fields; what these cannot say is JSON.

import {call, mapTiles, path} from "./calls.js";
import {choice, element, excerpt, field, word} from "./elements.js";
import {streetsAreOn} from "./map-streets.js";
import {commonLanguages, languageName, languageTag, versionParts} from "./notification-texts.js";
import {personName, personSearch, readPerson} from "./person-search.js";

const whos = ["everyone", "people", "topic", "tag", "near", "advanced"];
const comparisons = ["<", "<=", ">=", ">", "=", "!="];
const platforms = [["", "anyPlatform"], ["ios", "iOS"], ["android", "Android"], ["web", "Web"]];
/** Of so many people whom an audience names already the names are looked up. */
const fewPeople = 20;
/** Degrees of longitude around a place that was given. */
const near = 1;

/** What the fields say for an audience, or null where they cannot say it. */
function read(audience) {
    const said = {who: "everyone"};
    for (const part of Array.isArray(audience.all) ? audience.all : [audience]) {
        const [[name, value] = []] = Object.entries(part ?? {});
        if (name === "everyone") continue;
        if (["platform", "language", "appVersion"].includes(name) && said[name] === undefined) said[name] = value;
        else if (said.who !== "everyone") return null;
        else if (name === "account" || name === "accounts") [said.who, said.people] = ["people", [value].flat()];
        else if (["topic", "tag", "near"].includes(name)) [said.who, said[name]] = [name, value];
        else return null;
    }
    return said;
}

/** Languages to choose from; any other can be typed. */
export const languageList = id => element("datalist", {id}, commonLanguages.map(tag => element("option", {value: tag}, languageName(tag))));

/**
 * The fields for an audience; `changed` hears of what is chosen without typing. Gives the element, `value()`, which throws
 * where JSON is wrong, and `limit`, which leaves only the place for an announcement.
 */
export function audienceFields(audience, versions, changed) {
    const said = read(audience) ?? {who: "advanced"};
    const input = (name, value, attributes = {}) => element("input", {name, value, autocomplete: "off", spellcheck: "false", autocapitalize: "none", ...attributes});
    const who = choice("who", whos.map(name => [name, word(`who.${name}`)]), said.who);
    const people = peopleFields(said.people ?? [], changed);
    const place = placeFields(said.near, changed);
    const version = versionParts(said.appVersion ?? "");
    const parts = {
        people: people.element,
        topic: field("topic", input("topic", said.topic, {required: true, maxlength: "64"}), word("topicNote")),
        tag: field("tag", input("tag", said.tag, {required: true, maxlength: "64"}), word("tagNote")),
        near: place.element,
        advanced: field("audienceJSON", element("textarea", {name: "audience", rows: "4", required: true, spellcheck: "false", autocapitalize: "none"},
            JSON.stringify(audience, null, 1)), word("audienceNote", {example: '{"any": [{"topic": "news"}, {"tag": "vip"}]}'})),
    };
    const devices = element("div", {class: "columns"},
        field("platform", choice("platform", platforms.map(([value, name]) => [value, word(name)]), said.platform ?? "")),
        element("div", {class: "pair"},
            field("appVersionIs", choice("comparison", comparisons.map(sign => [sign, word(`comparison.${sign}`)]), said.appVersion ? version.comparison : "<")),
            field("version", input("version", said.appVersion ? version.version : "", {list: "versions", placeholder: word("anyVersion"), pattern: "\\d+(\\.\\d+)*", maxlength: "32"}))),
        field("audienceLanguage", input("audienceLanguage", said.language, {list: "languages", placeholder: word("anyLanguage"), maxlength: "35"}), word("audienceLanguageNote")),
        element("datalist", {id: "versions"}, versions.map(version => element("option", {value: version}))));
    const whoField = field("who", who), languageField = devices.querySelector("[name=audienceLanguage]");
    const checkLanguage = () => {
        const typed = languageField.value.trim();
        languageField.setCustomValidity(!typed || languageTag(typed) ? "" : word("noLanguage", {name: typed}));
    };
    languageField.addEventListener("input", checkLanguage);
    checkLanguage();
    let isPlace = false;
    const choose = () => {
        const chosen = isPlace ? "near" : who.value;
        for (const [name, part] of Object.entries(parts)) set(part, name === chosen);
        set(whoField, !isPlace);
        set(devices, !isPlace && chosen !== "advanced");
        if (chosen === "near") place.showMap();
    };
    who.addEventListener("change", choose);
    choose();
    return {
        element: element("fieldset", {}, element("legend", {}, word("audience")), whoField, Object.values(parts), devices, languageList("languages")),
        limit: toPlace => { isPlace = toPlace; choose(); },
        place: () => place.value(),
        value: data => {
            if (who.value === "advanced") return JSON.parse(data.get("audience"));
            const chosen = {people: () => ({accounts: people.value()}), topic: () => ({topic: data.get("topic").trim()}),
                tag: () => ({tag: data.get("tag").trim()}), near: () => ({near: place.value()})}[who.value]?.();
            const text = name => data.get(name)?.trim();
            const all = [
                chosen, text("platform") && {platform: text("platform")}, text("version") && {appVersion: text("comparison") + text("version")},
                text("audienceLanguage") && {language: languageTag(text("audienceLanguage")) ?? text("audienceLanguage")}].filter(Boolean);
            return all.length > 1 ? {all} : all[0] ?? {everyone: true};
        }};
}

/** A field that is disabled is neither checked nor part of the form's data. */
export function set(part, isShown) {
    part.hidden = !isShown;
    for (const control of part.querySelectorAll("input, select, textarea")) control.disabled = !isShown;
}

/** People who are searched and chosen; those of before stay chosen. */
function peopleFields(ids, changed) {
    const chosen = new Map(ids.map(id => [id, null]));
    const list = element("div", {class: "row"});
    // Says with the form's own words that somebody has to be chosen.
    const needed = element("input", {class: "hidden", tabindex: "-1", "aria-hidden": "true"});
    const fill = () => {
        list.replaceChildren(...[...chosen].map(([id, name]) => element("button", {
            type: "button", class: "plain", "aria-label": `${word("removePerson")}: ${name ?? id}`,
            click: () => {
                chosen.delete(id);
                fill();
                changed();
            }}, excerpt(name ?? id), " ✕")));
        needed.setCustomValidity(chosen.size ? "" : word("choosePeople"));
    };
    fill();
    if (ids.length <= fewPeople) {
        for (const id of ids) {
            readPerson(id).then(account => {
                if (chosen.has(id)) chosen.set(id, personName(account));
                fill();
            }, () => {});
        }
    }
    return {
        element: element("div", {class: "field"}, personSearch("people", account => {
            chosen.set(account.id, personName(account));
            fill();
            changed();
        }), needed, list),
        value: () => [...chosen.keys()]};
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
                map.places = new Map(shown ? [["place", shown]] : []);
                if (shown && isFirst) map.show(shown, near);
            };
            mark(true);
            const canvas = map.querySelector("canvas[tabindex]");
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
