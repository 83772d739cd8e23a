// The map: where the devices are whose owners let the operator see them, as they move.

import {stream} from "./calls.js";
import {button, element, field, moment, number, word} from "./elements.js";
import {events} from "./event-stream.js";
import {table} from "./tables.js";
import "./world-map.js";

/** Milliseconds before a stream that broke off is begun again, after which a place is old, and between two tables. */
const pause = 2000, old = 3_600_000, tablePause = 1000;
/** How many devices the table has at most. */
const most = 50;

export async function show() {
    const places = new Map();
    const map = document.createElement("world-map");
    const state = element("p", {class: "note", role: "status"});
    const search = element("input", {type: "search", autocapitalize: "none", spellcheck: "false"});
    const list = element("div");
    let isDue = false, hasSeen = false;
    const fill = () => {
        isDue = false;
        // Once what there is at the beginning has come.
        if (!hasSeen && places.size) {
            hasSeen = true;
            map.showAll();
        }
        const wanted = search.value.toLowerCase();
        const found = [...places].filter(([id]) => id.toLowerCase().includes(wanted)).slice(0, most);
        map.label = word("mapLabel", {count: number(places.size)});
        list.replaceChildren(table("mapDevices", ["device", "when", "place", "action"], found.map(([id, place]) => [
            id, moment(place.at), `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`,
            button("showOnMap", () => map.show(place), {kind: "plain", about: id})]), "noMapDevices"));
    };
    /** The table is made anew once a second at most, however many devices move. */
    const fillSoon = () => {
        if (isDue) return;
        isDue = true;
        setTimeout(fill, tablePause);
    };
    search.addEventListener("input", fill);
    const take = ({name, data}) => {
        if (name === "place") {
            const place = read(data);
            if (place) places.set(data.Device, place);
        } else if (name === "gone") places.delete(data.Device);
        else if (name === "reset") places.clear();
        else return;
        map.redraw();
        fillSoon();
    };
    // Whether there is a map is found out before the page is shown.
    const first = await stream("/map/stream");
    const follow = async response => {
        // What the page does not show any more is not followed either.
        const left = new AbortController();
        new MutationObserver((_, observer) => {
            if (map.isConnected) return;
            observer.disconnect();
            left.abort();
        }).observe(document.getElementById("place"), {childList: true, subtree: true});
        for (;;) {
            state.textContent = word("mapLive");
            try {
                for await (const event of events(response)) {
                    if (left.signal.aborted) return;
                    if (event.name === "end" && event.data.reason === "refused") break;
                    take(event);
                }
            } catch {
                // It is begun again below.
            }
            state.textContent = word("mapBroken");
            do {
                await new Promise(resolve => setTimeout(resolve, pause));
                if (left.signal.aborted) return;
                response = await stream("/map/stream").catch(refusal => {
                    if (refusal.status === 401) left.abort();
                    return null;
                });
            } while (!response);
            places.clear();
        }
    };
    map.places = places;
    fill();
    // Once the map is part of the page.
    setTimeout(() => follow(first));
    return [
        element("h1", {}, word("map")), element("p", {class: "note"}, word("mapNote")), state,
        element("div", {class: "row"},
            button("zoomIn", () => map.zoom(1 / 1.5), {kind: "plain"}), button("zoomOut", () => map.zoom(1.5), {kind: "plain"}),
            button("showAll", () => map.showAll(), {kind: "plain"})),
        map, field("search", search, word("mapSearchNote", {count: most})), list];
}

/** A place as GetLocation answers it; nil for what is none. Clients write numbers as texts too. */
function read(data) {
    const [longitude, latitude, time] = [data.Longitude, data.Latitude, data.Timestamp].map(Number);
    if (![longitude, latitude].every(Number.isFinite) || Math.abs(longitude) > 180 || Math.abs(latitude) > 90) return null;
    // In seconds or milliseconds, as the device has it.
    const at = time > 1e11 ? time : time * 1000;
    const isDate = Number.isFinite(at) && Math.abs(at) < 8e15;
    return {longitude, latitude, at: isDate ? new Date(at).toISOString() : null, isOld: !isDate || Date.now() - at > old};
}
