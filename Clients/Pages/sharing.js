// Who sees where the person is: share links, circles, forwarders, arrivals, trackers, and who looked.

import {beginArrivals, showArrivals} from "./arrivals.js";
import {api} from "./calls.js";
import {button, card, fill, folded} from "./cards.js";
import {beginCircles, showCircles} from "./circles.js";
import {byId, element, foreign, language, moment, word} from "./elements.js";
import {answerForm, closeForm, fillOptions, option, unfold} from "./forms.js";
import {showForwarders} from "./forwarders.js";
import {forgetMade, shareButton, showMade} from "./made.js";
import {beginTrackers, showTrackers} from "./trackers.js";

/** Fills all lists about places, and above them says what shows the person's place now. */
export async function showSharing(person, act) {
    // What shows the place now, by the list that it is in: each with its name and words about it. A list that could not be read is missing.
    const seen = new Map();
    const [devices, names] = await Promise.all([showTrackers(act), showCircles(person, seen, act)]);
    const nameOf = device => devices.get(device) ?? device;
    byId("adding-share-link").hidden = !devices.size;
    byId("share-links-need").hidden = devices.size > 0;
    fillOptions("link-device", [...devices].map(([device, name]) => option(device, name)));
    await Promise.all([
        showForwarders(nameOf, seen, act),
        fill("share-links", async () => {
            const {data} = await api("GET", "users/me/share-links");
            const isOpen = ({state}) => state === "open";
            const [open, over] = [data.links.filter(isOpen), data.links.filter(link => !isOpen(link))];
            const cards = links => links.map(link => linkCard(link, nameOf(link.device), act));
            seen.set("share-links", open.map(({name, precision, endsAt}) => ({
                name, parts: [word("aLink"), word(`precision.${precision}`), until(endsAt)]})));
            return over.length ? [...cards(open), element("li", {class: "over"},
                folded(word("linksOver", {count: over.length}), element("ul", {class: "cards"}, ...cards(over))))] : cards(open);
        }),
        showArrivals(person, devices, names, act),
        fill("visits", async () => {
            const {data} = await api("GET", "users/me/circles/visits");
            return data.visits.map(({device, name, at, askedAt}) => card(name, [
                ["trackedDevice", nameOf(device)], ["lookedAt", moment(at)], ["askedPlaceAt", askedAt && moment(askedAt)]]));
        })]);
    showSeen(seen);
}

const plural = new Intl.PluralRules(language), and = new Intl.ListFormat(language);
const times = new Intl.DateTimeFormat(language, {day: "numeric", month: "short", hour: "numeric", minute: "2-digit"});
const until = time => word("untilTime", {time: times.format(new Date(time))});
const lists = ["share-links", "circles", "forwarders"];

/** How many of each kind show the person's place now, and each with a way to what can be done about it. */
function showSeen(seen) {
    const counts = lists.filter(list => seen.get(list)?.length).map(list => word(
        `seen.${list}.${plural.select(seen.get(list).length) === "one" ? "one" : "more"}`, {count: seen.get(list).length}));
    byId("sharing-summary").textContent = seen.size < lists.length ? word("seenUnknown")
        : counts.length ? and.format(counts) : word("seenByNone");
    byId("forwarders-count").classList.toggle("trouble", byId("forwarders").querySelector(".alert") !== null);
    byId("seen-by").replaceChildren(...lists.flatMap(list => (seen.get(list) ?? []).map(({name, parts, trouble}) => {
        const made = element("button", {type: "button"}, foreign(name));
        made.addEventListener("click", () => {
            unfold(byId(list));
            byId(list).closest("details").querySelector("summary").focus();
        });
        return element("li", {}, made, element("span", {class: trouble ? "trouble" : "note"}, [...parts, trouble].filter(Boolean).join(" · ")));
    })));
}

/** Takes secrets that are shown once off the page. */
export const forgetSharing = () => forgetMade("made-share-link", "made-invitation", "made-tracker");

export function beginSharing(act) {
    beginTrackers(act);
    beginCircles(act);
    beginArrivals(act);
    answerForm("add-share-link", async form => {
        const endsAt = new Date(Date.now() + Number(form.get("hours")) * 3_600_000).toISOString();
        const [name, password] = [form.get("name").trim(), form.get("password")];
        let made;
        const isMade = await act(async () => {
            made = (await api("POST", "users/me/share-links", {
                device: form.get("device"), endsAt, precision: form.get("precision"),
                ...name ? {name} : {}, ...password ? {password} : {}})).data;
        }, "shareLinkAdded");
        if (!isMade) return;
        closeForm("add-share-link");
        showMade("made-share-link", made.link.name, made.url, made.qrCode, shareButton(made.link.name, made.url));
    });
}

function linkCard(link, device, act) {
    const isOpen = link.state === "open";
    const looked = link.viewers.map(({lastAt}) => lastAt).sort().at(-1);
    return card(link.name, [
        ["trackedDevice", device], ["linkState", isOpen ? null : word(`link.${link.state}`)],
        [isOpen ? "endsAt" : "endedAt", moment(link.endsAt)], ["precision", word(`precision.${link.precision}`)],
        ["hasPassword", word(link.hasPassword ? "yes" : "no")], ["viewers", String(link.viewers.length)],
        ["lookedAt", looked && moment(looked)]],
    isOpen ? button("endLink", link.name, () => act(
        () => api("DELETE", `users/me/share-links/${encodeURIComponent(link.id)}`), "shareLinkEnded")) : null);
}
