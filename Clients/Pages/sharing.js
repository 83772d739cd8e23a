// Who sees where the person is: share links, forwarders, circles, arrivals, trackers, and who looked.

import {beginArrivals, showArrivals} from "./arrivals.js";
import {api} from "./calls.js";
import {button, card, fill} from "./cards.js";
import {beginCircles, showCircles} from "./circles.js";
import {byId, moment, rows, word} from "./elements.js";
import {answerForm, closeForm, fillOptions, option} from "./forms.js";
import {showForwarders} from "./forwarders.js";
import {forgetMade, showMade} from "./made.js";
import {beginTrackers, showTrackers} from "./trackers.js";

/** Fills all lists about places. */
export async function showSharing(person, act) {
    const [devices, names] = await Promise.all([showTrackers(act), showCircles(person, act)]);
    const nameOf = device => devices.get(device) ?? device;
    byId("adding-share-link").hidden = !devices.size;
    byId("share-links-need").hidden = devices.size > 0;
    fillOptions("link-device", [...devices].map(([device, name]) => option(device, name)));
    await Promise.all([
        showForwarders(nameOf, act),
        fill("share-links", async () => {
            const {data} = await api("GET", "users/me/share-links");
            return data.links.map(link => linkCard(link, nameOf(link.device), act));
        }),
        showArrivals(person, devices, names, act),
        fill("visits", async () => {
            const {data} = await api("GET", "users/me/circles/visits");
            return data.visits.map(({device, name, at, askedAt}) => card(name, [
                ["trackedDevice", nameOf(device)], ["lookedAt", moment(at)], ["askedPlaceAt", askedAt && moment(askedAt)]]));
        })]);
    byId("sharing-summary").replaceChildren(...rows([["shareLinks", "share-links"], ["forwarders", "forwarders"], ["circles", "circles"]].map(
        ([name, list]) => [name, openOnes(byId(list))])));
}

/** How many of a list are open, which have a button; null for a list that could not be read. */
const openOnes = list => list.querySelector(":scope > .untrusted") ? null : String(list.querySelectorAll(":scope > li:has(button)").length);

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
        showMade("made-share-link", made.link.name, made.url, made.qrCode);
    });
}

function linkCard(link, device, act) {
    const isOpen = link.state === "open";
    const looked = link.viewers.map(({lastAt}) => lastAt).sort().at(-1);
    return card(link.name, [
        ["trackedDevice", device], ["linkState", word(`link.${link.state}`)],
        [isOpen ? "endsAt" : "endedAt", moment(link.endsAt)], ["precision", word(`precision.${link.precision}`)],
        ["hasPassword", word(link.hasPassword ? "yes" : "no")], ["viewers", String(link.viewers.length)],
        ["lookedAt", looked && moment(looked)]],
    isOpen ? button("endLink", link.name, () => act(
        () => api("DELETE", `users/me/share-links/${encodeURIComponent(link.id)}`), "shareLinkEnded")) : null);
}
