// One device of the map: where it is, and, when somebody asks, where it was.

import {call} from "./calls.js";
import {attempt} from "./dialogs.js";
import {button, element, excerpt, facts, field, number, section, word} from "./elements.js";
import {exactTimeText, mapAppAddress, metres, opensSite, placeText, readPlace, townText} from "./places.js";

/** Degrees of longitude around a place that is shown, and around a history at least. */
const near = 0.02, closest = 0.02;

/**
 * A part of the page about a device. `fill` shows where it is now; `end` takes its history from the map.
 *
 * @param {function} close Is called when its reader has seen enough.
 */
export function devicePart(id, map, places, close) {
    const where = element("div");
    let shown = "";
    const past = element("div");
    const app = element("a", {class: "button plain", rel: "noreferrer"}, word(opensSite ? "openMapSite" : "openMapApp"));
    const fill = () => {
        const place = places.get(id);
        const said = place ? [["town", townText(place)], ["reportedAt", exactTimeText(place)], ["coordinates", placeText(place)],
            ["accuracy", place.radius && word("mapWithin", {distance: metres(place.radius)})], ["device", id]] : [];
        if (shown !== JSON.stringify(said)) where.replaceChildren(facts(said.filter(([, value]) => value)));
        shown = JSON.stringify(said);
        if (place) app.href = mapAppAddress(place, String(place.name ?? id));
    };
    const ask = button("showHistory", async () => {
        const answer = await attempt(() => call("POST", "/map/history", {device: id}));
        // The device may have left the map meanwhile.
        if (answer && part.isConnected) past.replaceChildren(...history(answer, map));
    }, {kind: "plain"});
    const {account, name} = places.get(id);
    const owner = element("p", {class: "figure small"}, account ? element("a", {href: `#/person/${account}`}, excerpt(name ?? account)) : excerpt(id));
    const part = section("chosenDevice",
        owner, where,
        element("div", {class: "row"},
            button("showOnMap", () => {
                if (places.has(id)) map.show(places.get(id), near);
                map.scrollIntoView({block: "nearest"});
            }, {kind: "plain"}), ask, app,
            button("close", close, {kind: "plain"})),
        element("p", {class: "note"}, word("historyNote")), past);
    part.tabIndex = -1;
    fill();
    const end = () => {
        map.trail = [];
        map.past = null;
        part.remove();
    };
    return {part, fill, end};
}

/** A slider over the places at which a device was, the first of which is the oldest. */
function history(answer, map) {
    // The oldest first, also where several have the same second.
    const places = answer.MiataruLocation.map(readPlace).filter(place => place?.at).reverse().sort((one, other) => one.at - other.at);
    map.trail = places;
    map.past = places.at(-1) ?? null;
    if (!places.length) return [element("p", {class: "quiet", role: "status"}, word("noHistory"))];
    map.showAll(places, closest);
    map.scrollIntoView({block: "nearest"});
    const slider = element("input", {type: "range", min: 0, max: places.length - 1, step: 1, value: places.length - 1});
    const shown = element("p", {class: "figure small"});
    const tell = () => {
        const place = places[Number(slider.value)];
        const text = word("historyAt", {
            time: exactTimeText(place), place: placeText(place), number: number(Number(slider.value) + 1), count: number(places.length)});
        // A screen reader says the text of the slider; that beside it is for eyes.
        slider.setAttribute("aria-valuetext", text);
        shown.textContent = text;
        map.past = place;
    };
    slider.addEventListener("input", tell);
    tell();
    const span = word("historySpan", {from: exactTimeText(places[0]), to: exactTimeText(places.at(-1))});
    return [field("historyTime", slider, span), shown];
}
