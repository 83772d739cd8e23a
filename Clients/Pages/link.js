// The page of a share link: where a device is, live, until the link ends.

import {byId, language, loadWords, word} from "./elements.js";
import {events} from "./event-stream.js";
import {exactTimeText, mapApp, mapAppAddress, metres, nearTownText, placeText, readPlace} from "./places.js";
import "./world-map.js";

/** Milliseconds before a stream that broke off is begun again. */
const pause = 2000;
/** The radius of the earth in metres. */
const earth = 6_371_000;
const address = location.pathname;
const map = byId("map"), places = new Map();
/** When the link ends, by the clock of this browser; the text before the time that is left. */
let endsAt = Infinity, endsText = "endsIn";
/** Where the viewer is: known after a tap, and never sent. And what follows it. */
let own = null, watching;
let name = "";
const ticking = setInterval(() => { count(); tellFresh(); }, 1000);
/** Milliseconds for which a report says where the device is now. */
const recent = 120_000;
/** Whether reports come by themselves. */
let isConnected = false;
const arrows = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];

/** What the server answered instead of the place. */
class Refusal extends Error {
    constructor(status, code) {
        super(code);
        this.status = status;
        this.code = code;
    }
}

/** Has the view listed for the owner, and gives what there is to see. */
async function open(continues) {
    const response = await fetch(`${address}/view${continues ? "?continues=1" : ""}`, {method: "POST", credentials: "same-origin"});
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Refusal(response.status, answer.code);
    return answer;
}

function show(view) {
    name = view.name;
    byId("name").textContent = name;
    document.title = name;
    endsAt = Date.now() + view.seconds * 1000;
    endsText = view.endsOnArrival ? "endsInOrOnArrival" : "endsIn";
    byId("shared").hidden = false;
    count();
    place(view.place);
}

/** Shows where the device is; nothing for a device without a place. */
function place(data) {
    const isFirst = !places.has(name), found = data && readPlace(data);
    places.clear();
    if (found) {
        places.set(name, found);
        showOwn();
        byId("where").textContent = [exactTimeText(found), placeText(found),
            found.radius ? word("within", {distance: metres(found.radius)}) : ""].filter(Boolean).join(" · ");
        byId("map-app").href = mapAppAddress(found, name);
        if (isFirst) center();
    } else {
        showOwn();
        byId("where").textContent = word("noSharedPlace");
    }
    map.label = [found && nearTownText(found), byId("where").textContent].filter(Boolean).join(" · ");
    tellFresh();
    for (const id of ["map-app", "map-learns"]) byId(id).hidden = !found;
    byId("measure").hidden = !found || own !== null;
    map.redraw();
    tellDistance();
}

const ages = new Intl.RelativeTimeFormat(language, {numeric: "auto"});

/** How old the report is, and near which town it was; a report that is old says so, and the page does not call it live. */
function tellFresh() {
    const found = places.get(name);
    const state = word(found?.at && Date.now() - found.at < recent ? "sharedLive" : "sharedWaits");
    if (isConnected && byId("state").textContent !== state) byId("state").textContent = state;
    if (!found) return void (byId("fresh").textContent = "");
    const seconds = found.at === null ? null : Math.max(0, Math.round((Date.now() - found.at) / 1000));
    const age = seconds === null ? "" : seconds < 90 ? word("justNow")
        : ages.format(...seconds < 5400 ? [-Math.round(seconds / 60), "minute"] : seconds < 129_600 ? [-Math.round(seconds / 3600), "hour"] : [-Math.round(seconds / 86_400), "day"]);
    const text = [nearTownText(found), age && word(found.isOld ? "reportedLong" : "reported", {age})].filter(Boolean).join(" · ");
    if (byId("fresh").textContent !== text) byId("fresh").textContent = text;
}

/** Shows the place in the middle: some streets where there are tiles, or else the towns around it; with the viewer, both. */
function center() {
    const found = places.get(name);
    if (found) map.showAll(own ? [found, own] : [found], !map.dataset.maximumZoom ? 1.2 : found.radius > 1000 ? 0.5 : 0.03);
}

/** Shows the viewer on the map, unless the link has the same name. */
function showOwn() {
    // Where one place alone is shown, its name is above the map, and would hide that of the town.
    const found = places.get(name);
    if (found) found.name = own ? undefined : "";
    if (own && name !== word("you")) places.set(word("you"), own);
}

/** How far the device is from the viewer, and in which of eight directions (great circle). */
function tellDistance() {
    const found = places.get(name);
    const text = byId("distance");
    if (!own || !found) {
        text.textContent = "";
        return;
    }
    const [from, to, east] = [own.latitude, found.latitude, found.longitude - own.longitude].map(degrees => degrees * Math.PI / 180);
    const part = Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(east / 2) ** 2;
    const bearing = Math.atan2(
        Math.sin(east) * Math.cos(to), Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(east));
    const direction = (Math.round(bearing / (Math.PI / 4)) + 8) % 8;
    text.textContent = word("distanceTo", {
        arrow: arrows[direction], distance: metres(2 * earth * Math.asin(Math.min(1, Math.sqrt(part)))), direction: word(`direction.${direction}`)});
}

const clock = new Intl.DateTimeFormat(language, {weekday: "short", hour: "numeric", minute: "2-digit"});

/** How long the link still shows the place. */
function count() {
    const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const time = hours >= 48 ? word("days", {count: Math.floor(hours / 24)})
        : hours ? `${hours} h ${minutes} min` : minutes ? `${minutes} min ${seconds} s` : `${seconds} s`;
    byId("ends").textContent = word(endsText, {time}) + (Number.isFinite(endsAt) ? ` (${clock.format(endsAt)})` : "");
}

/** Nothing of the place stays on the page. */
function end(text) {
    clearInterval(ticking);
    if (watching !== undefined) navigator.geolocation.clearWatch(watching);
    places.clear();
    byId("shared").remove();
    byId("fresh").textContent = "";
    byId("name").textContent = word("sharedPlace");
    document.title = word("sharedPlace");
    byId("state").textContent = word(text);
}

async function follow() {
    for (let continues = false; ; continues = true) {
        let wait = pause;
        try {
            show(await open(continues));
            const response = await fetch(`${address}/events`, {credentials: "same-origin", cache: "no-store"});
            if (response.ok) {
                isConnected = true;
                tellFresh();
                for await (const {name: kind, data} of events(response)) {
                    if (kind === "place") place(data);
                    else if (kind === "gone") place(null);
                    else if (kind === "end" && data.reason !== "closing") wait = 500;
                }
            }
        } catch (refusal) {
            if (refusal.code === "AUTHENTICATION_REQUIRED") return location.reload();
            if (refusal.status === 410 || refusal.status === 404) return end("shareOver");
            if (refusal.status === 403) return end("shareFull");
        }
        isConnected = false;
        if (wait === pause) byId("state").textContent = word("sharedBroken");
        await new Promise(resolve => setTimeout(resolve, wait));
    }
}

await loadWords();
map.places = places;
const {minimumZoom, maximumZoom} = map.dataset;
if (maximumZoom) {
    map.tiles = {
        address: `${address}/tiles/{z}/{x}/{y}`, minimumZoom: Number(minimumZoom), maximumZoom: Number(maximumZoom)};
}
if (mapApp === "site") byId("map-app").textContent = word("openOnSite");
byId("map-learns").textContent = word(`mapLearns.${mapApp}`);
map.home = center;
map.homeWord = "showPlace";
byId("measure").addEventListener("click", () => {
    if (watching !== undefined) navigator.geolocation.clearWatch(watching);
    watching = navigator.geolocation.watchPosition(
        ({coords, timestamp}) => {
            if (!byId("shared")) return;
            const isFirst = !own;
            own = readPlace({Longitude: coords.longitude, Latitude: coords.latitude, Timestamp: timestamp, HorizontalAccuracy: coords.accuracy});
            showOwn();
            byId("measure").hidden = true;
            tellDistance();
            if (isFirst) center();
            map.redraw();
        },
        () => { if (!own && byId("shared")) byId("distance").textContent = word("noOwnPlace"); });
});
follow();
