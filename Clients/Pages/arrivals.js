// Arrivals: places at which members of circles are notified of a device.

import {api} from "./calls.js";
import {about, button, card, fill, folded} from "./cards.js";
import {byId, element, foreign, tell, word} from "./elements.js";
import {answerForm, closeForm, fillOptions, option, unfold} from "./forms.js";
import {northing} from "./mercator.js";

const path = "users/me/arrivals";

/** Fills the list of places. `devices` has the names of devices, `names` those of members of circles by account. */
export async function showArrivals(person, devices, names, act) {
    const people = [...names].filter(([account]) => account !== person.id);
    const isPossible = devices.size > 0 && people.length > 0;
    byId("adding-arrival").hidden = !isPossible;
    byId("arrivals-need").hidden = isPossible;
    fillOptions("arrival-device", [...devices].map(([device, name]) => option(device, name)));
    const chosen = new FormData(byId("add-arrival")).getAll("watchers");
    byId("arrival-watchers").replaceChildren(...boxes(people, chosen, "new"));
    await fill("arrivals", async () => {
        const {data} = await api("GET", path);
        const wheres = await Promise.all(data.places.map(
            // A card without its town is better than none.
            place => whereText(place).catch(() => `${place.latitude}, ${place.longitude}`)));
        return [...data.places.map((place, number) => placeCard(
            place, wheres[number], devices.get(place.device) ?? place.device, names, people, act)),
            ...data.watched.map(place => watchedCard(place, names, act)),
            ...(data.refused ?? []).map(account => refusedCard(account, names, act))];
    });
}

export function beginArrivals(act) {
    const fields = ["arrival-latitude", "arrival-longitude"].map(byId);
    const show = ({latitude, longitude}) => {
        [latitude, longitude].forEach((degrees, place) => { fields[place].value = degrees.toFixed(5); });
        tell("");
        showChosen();
    };
    const showChosen = async () => {
        const [latitude, longitude] = fields.map(({value}) => value === "" ? NaN : Number(value));
        if (Number.isNaN(latitude + longitude)) return void (byId("arrival-where").textContent = "");
        byId("arrival-where").textContent = word("placeChosen", {place: await whereText({latitude, longitude})});
    };
    for (const field of fields) field.addEventListener("change", showChosen);
    byId("add-arrival").addEventListener("reset", () => { byId("arrival-where").textContent = ""; });
    // A browser gives its place to pages with https alone.
    byId("arrival-here").hidden = !navigator.geolocation || !isSecureContext;
    byId("arrival-here").addEventListener("click", () => navigator.geolocation.getCurrentPosition(
        ({coords}) => show(coords), () => tell(word("noOwnPlace"))));
    byId("arrival-at-device").addEventListener("click", async () => {
        const {data} = await api("GET", "places").catch(() => ({data: {devices: []}}));
        const place = data.devices.find(({device, isOwn}) => isOwn && device === byId("arrival-device").value)?.place;
        if (place) show(place); else tell(word("noDevicePlace"));
    });
    answerForm("add-arrival", async form => {
        const [latitude, longitude, radius] = ["latitude", "longitude", "radius"].map(name => Number(form.get(name)));
        const watchers = form.getAll("watchers");
        const empty = fields.find(({value}) => value === "");
        if (empty) {
            unfold(empty);
            return tell(word("choosePlace"));
        }
        if (!watchers.length) return tell(word("choosePeople"));
        const isMade = await act(() => api("POST", path, {
            name: form.get("name").trim(), device: form.get("device"), latitude, longitude, radius, watchers}), "placeAdded");
        if (isMade) closeForm("add-arrival");
    });
}

/** Numbers with their town, so that a person sees which place they mean. The towns are on this server. */
async function whereText({latitude, longitude}) {
    const [{nearestTown}, {nearTownText, placeText}] = await Promise.all([import("./map-towns.js"), import("./places.js")]);
    const town = nearestTown({latitude, longitude, north: northing(latitude)}) ?? {};
    return [nearTownText({town}), placeText({latitude, longitude})].filter(Boolean).join(" · ");
}

/** Boxes with the people who can be notified. */
const boxes = (people, chosen, prefix) => people.map(([account, name]) => {
    const box = element("input", {id: `${prefix}-${account}`, name: "watchers", type: "checkbox", value: account});
    box.checked = chosen.includes(account);
    return element("p", {}, box, " ", element("label", {for: box.id}, foreign(name)));
});

function placeCard(place, where, device, names, people, act) {
    const at = `${path}/${encodeURIComponent(place.id)}`;
    const watchers = place.watchers.map(account => names.get(account) ?? word("formerMember")).join(", ");
    const name = element("input", {id: `name-${place.id}`, name: "name", maxlength: "60", autocomplete: "off", required: ""});
    name.defaultValue = place.name;
    const form = element("form", {},
        element("label", {for: name.id}, word("placeName")), name,
        element("fieldset", {}, element("legend", {}, word("watchersWho")), ...boxes(people, place.watchers, place.id)),
        element("button", {"aria-label": about("changePlace", place.name)}, word("changePlace")));
    answerForm(form, data => {
        const chosen = data.getAll("watchers");
        if (!chosen.length) return tell(word("choosePeople"));
        return act(() => api("PATCH", at, {name: data.get("name").trim(), watchers: chosen}), "placeChanged");
    });
    return card(place.name, [
        ["trackedDevice", device], ["watchers", watchers], ["placeRadius", `${place.radius} m`],
        ["place", where]],
    folded(word("changePlace"), form),
    button("removePlace", place.name, () => act(() => api("DELETE", at), "placeRemoved")));
}

function watchedCard(place, names, act) {
    return card(place.name, [["arrivalsOf", names.get(place.account) ?? word("formerMember")]],
        button("stopWatching", place.name, () => act(
            () => api("DELETE", `${path}/${encodeURIComponent(place.id)}`), "watchingStopped")));
}

function refusedCard(account, names, act) {
    const name = names.get(account) ?? word("formerMember");
    return card(name, [["linkState", word("arrivalsRefused")]],
        button("allowArrivals", name, () => act(
            () => api("DELETE", `${path}/refusals/${encodeURIComponent(account)}`), "arrivalsAllowed")));
}
