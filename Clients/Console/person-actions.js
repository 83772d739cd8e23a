// What an operator can do about one person.

import {call, file, path, query, save} from "./calls.js";
import {attempt, confirmed} from "./dialogs.js";
import {button, element, facts, moment, section, tell, word} from "./elements.js";
import {edit} from "./person-form.js";

/** The part with the actions for the account that the role allows. */
export function accountActions(account, name, context) {
    if (!context.may("support")) return null;
    const closes = account.status === "active";
    return section("actions", element("div", {class: "row"},
        context.may("operator") ? button("editPerson", () => edit(account, context), {kind: "plain"}) : null,
        button("sendLink", () => sendLink(account, name), {kind: "plain"}),
        context.may("operator") ? element("a", {class: "button plain", href: `#/compose${query({audience: JSON.stringify({account: account.id})})}`},
            word("notifyPerson")) : null,
        button(closes ? "disable" : "enable", () => setStatus(account, name, closes, context), {kind: "plain"})));
}

/** The part that gives the data of a person away, or erases it. */
export function dataActions(account, name, context) {
    if (!context.may("operator")) return null;
    const outcome = element("div");
    return section("actions", element("div", {class: "row"},
        button("export", () => exportAll(account, name), {kind: "plain"}),
        button("erase", () => erase(account, name, outcome), {kind: "danger"})), outcome);
}

async function sendLink(account, name) {
    if (!await confirmed("sendLink", word("sendLinkText"), {subject: name})) return;
    await attempt(() => call("POST", path`/accounts/${account.id}/password-reset`), "linkSent");
}

async function setStatus(account, name, closes, context) {
    const verb = closes ? "disable" : "enable";
    if (!await confirmed(verb, word(`${verb}Text`), {subject: name})) return;
    if (await attempt(() => call("POST", path`/accounts/${account.id}/${verb}`))) await context.done(`${verb}d`);
}

async function exportAll(account, name) {
    if (!await confirmed("export", word("exportText"), {subject: name})) return;
    tell(word("exporting"), true);
    const archive = await attempt(() => file("POST", path`/accounts/${account.id}/export`), "exported");
    if (archive) save(archive, `account-${account.id}.zip`);
}

/** What cannot be taken back: the person's name has to be typed. */
async function erase(account, name, outcome) {
    if (!await confirmed("erase", word("eraseText"), {name})) return;
    const begun = await attempt(() => call("DELETE", path`/accounts/${account.id}`));
    if (!begun) return;
    if (!begun.erasure) return tell(word("alreadyErased"), true);
    clear(outcome);
    await follow(begun.erasure, outcome);
}

/** Removes what the page shows of the person, the ways to more of it, and the buttons. */
function clear(outcome) {
    const own = outcome.closest("section");
    for (const part of own.parentElement.querySelectorAll(":scope > :is(section, nav), :scope > h1 .chip")) {
        if (part !== own) part.remove();
    }
    own.querySelector(".row").remove();
}

/** Shows how an erasure goes, and asks less and less often until all services have confirmed. */
async function follow(id, outcome) {
    for (let pause = 300; ; pause = Math.min(pause * 2, 30_000)) {
        let status;
        try {
            status = await call("GET", path`/erasures/${id}`);
        } catch (refusal) {
            tell(refusal.message);
            if (refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429) return;
        }
        if (status) showErasure(status, outcome);
        if (status?.receipt || !outcome.isConnected) return;
        await new Promise(resolve => setTimeout(resolve, pause));
    }
}

function showErasure(status, outcome) {
    const receipt = status.receipt ? [
        element("label", {for: "receipt"}, word("receipt")),
        element("textarea", {id: "receipt", readonly: true, rows: "5", spellcheck: "false"}, status.receipt),
        element("p", {class: "note"}, word("receiptNote")),
        button("saveReceipt", () => save(new Blob([`${status.receipt}\n`], {type: "application/jose"}), `erasure-${status.id}.jws`))] : [];
    outcome.replaceChildren(
        element("h3", {}, word(status.receipt ? "erased" : "erasing")),
        facts([
            ["erasureNumber", status.id], ["askedAt", moment(status.askedAt)],
            ["completedAt", status.completedAt && moment(status.completedAt)],
            ["confirmed", status.confirmed.join(", ")], ["pending", status.pending.join(", ")]]),
        ...receipt);
    if (status.receipt) tell(word("erased"), true);
}
