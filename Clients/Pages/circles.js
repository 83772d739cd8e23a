// Circles: people who see each other's places, as each of them consents.

import {api} from "./calls.js";
import {about, button, card, fill, folded} from "./cards.js";
import {byId, element, foreign, moment, rows, word} from "./elements.js";
import {answerForm, closeForm, filled, option, unfold} from "./forms.js";
import {shareButton, showMade} from "./made.js";
import {addressed} from "./views.js";

const path = "users/me/circles";
const pauses = [["", "noPause"], ["1", "oneHour"], ["8", "eightHours"], ["168", "oneWeek"]];
const precisions = ["exact", "neighbourhood", "town"];

/** Fills the list of circles; gives the names of their members by account. `seen` gets the circles that see the person's place. */
export async function showCircles(person, seen, act) {
    const names = new Map();
    for (const id of ["own-name", "joined-name"]) byId(id).defaultValue = person.displayName ?? person.username ?? "";
    await fill("circles", async () => {
        const {data} = await api("GET", path);
        for (const {members} of data.circles) for (const member of members) names.set(member.account, member.name);
        seen.set("circles", data.circles.filter(({members, consent}) => members.length > 1 && sees(consent) && !isPaused(consent)).map(
            ({name, members, consent}) => ({name, parts: [word("aCircle"), seesText(consent),
                members.filter(({account}) => account !== person.id).map(member => member.name).join(", ")]})));
        return data.circles.map(circle => circleCard(circle, person, act));
    });
    return names;
}

/** Whether a consent shows a place, be it of the past alone; and how exactly. */
const sees = ({place, history}) => place ?? history;
const seesText = consent => !sees(consent) ? word("seesNothing")
    : [consent.place ? null : word("consentHistory"), word(`precision.${sees(consent)}`)].filter(Boolean).join(" · ");
const isPaused = ({pausedUntil}) => pausedUntil && new Date(pausedUntil) > new Date();

/** Whether an invitation waits for an answer: also one that was followed before the person had an account. */
export const isInvited = () => byId("circle-code").value !== "";

export function beginCircles(act) {
    // The link of an invitation leads here, also by way of signing in.
    const [, code] = addressed();
    if (code) {
        byId("circle-code").value = code;
        unfold(byId("join-circle"));
    }
    answerForm("add-circle", async form => {
        const request = filled(form, "name", "memberName");
        if (await act(() => api("POST", path, request), "circleAdded")) closeForm("add-circle");
    });
    answerForm("join-circle", async form => {
        const request = filled(form, "code", "memberName");
        if (await act(() => api("POST", `${path}/join`, request), "circleJoined")) closeForm("join-circle");
    });
}

function circleCard(circle, person, act) {
    const at = `${path}/${encodeURIComponent(circle.id)}`;
    const isCreator = circle.creator === person.id;
    const members = element("ul", {class: "members"}, ...circle.members.map(({account, name}) => element("li", {},
        foreign(name), account === person.id ? ` – ${word("you")}` : null,
        isCreator && account !== person.id ? button("removeMember", name, () => act(
            () => api("DELETE", `${at}/members/${encodeURIComponent(account)}`), "memberRemoved")) : null)));
    const invite = button("invite", circle.name, async () => {
        let made;
        if (!await act(async () => { made = (await api("POST", `${at}/invitations`, {})).data; }, "invitationMade")) return;
        const title = word("invitationTo", {name: circle.name});
        showMade("made-invitation", title, made.url, made.qrCode, shareButton(title, made.url),
            element("dl", {}, ...rows([["circleCode", element("code", {}, made.code)]])));
    });
    const leave = button("leaveCircle", circle.name, () => act(() => api("DELETE", at), "circleLeft"));
    const {pausedUntil} = circle.consent;
    return card(circle.name, [
        ["circleSees", seesText(circle.consent)],
        ["pausedUntil", isPaused(circle.consent) ? moment(pausedUntil) : null], ["created", moment(circle.createdAt)]],
    members, consentForm(circle, at, act), invite, leave);
}

/** What the members see of the person. The consent is replaced as a whole. */
function consentForm(circle, at, act) {
    const {place, history, battery, questions, pausedUntil} = circle.consent;
    const id = name => `${name}-${circle.id}`;
    const choice = (name, text, options, chosen) => {
        const list = element("select", {id: id(name), name}, ...options.map(([value, label]) => option(value, word(label))));
        list.value = chosen;
        return [element("label", {for: list.id}, word(text)), list];
    };
    const box = (name, text, isChecked) => {
        const field = element("input", {id: id(name), name, type: "checkbox"});
        field.checked = isChecked;
        return element("p", {}, field, " ", element("label", {for: field.id}, word(text)));
    };
    const steps = [["", "seesNothing"], ...precisions.map(name => [name, `precision.${name}`])];
    const form = element("form", {},
        ...choice("place", "consentPlace", steps, place ?? ""),
        ...choice("history", "consentHistory", steps, history ?? ""),
        box("battery", "consentBattery", battery), box("questions", "consentQuestions", questions),
        ...choice("pause", "pause", pausedUntil ? [["kept", "pauseKept"], ...pauses] : pauses, pausedUntil ? "kept" : ""),
        element("button", {"aria-label": about("saveConsent", circle.name)}, word("saveConsent")));
    answerForm(form, data => {
        const pause = data.get("pause");
        const until = pause === "kept" ? pausedUntil
            : pause && new Date(Date.now() + Number(pause) * 3_600_000).toISOString();
        return act(() => api("PUT", `${at}/consent`, {
            battery: data.get("battery") !== null, questions: data.get("questions") !== null,
            ...data.get("place") ? {place: data.get("place")} : {},
            ...data.get("history") ? {history: data.get("history")} : {},
            ...until ? {pausedUntil: until} : {}}), "consentSaved");
    });
    return folded(word("consent"), form);
}
