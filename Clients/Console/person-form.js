// The forms for a new person and for changes of one.

import {call, path} from "./calls.js";
import {filled} from "./dialogs.js";
import {choice, element, field, tell, word} from "./elements.js";

const input = (name, attributes = {}) => element("input", {name, autocomplete: "off", ...attributes});
const nameFields = (account = {}) => [
    element("div", {class: "columns"}, field("firstName", input("firstName", {value: account.firstName ?? ""})),
        field("lastName", input("lastName", {value: account.lastName ?? ""}))),
    field("locale", input("locale", {placeholder: "fr", value: account.locale ?? ""}), word("localeNote"))];

/** Letters and digits that look like no others. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789";
/** A password to hand over: 80 random bits in groups of four. */
const newPassword = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => letters[byte % letters.length]).join("").replace(/.{4}(?!$)/g, "$&-");

/** The two ways into a new account: a link by mail, or a user name and a first password. Those that are not chosen send nothing. */
function waysIn() {
    const way = choice("way", ["mail", "password"].map(name => [name, word(`waysIn.${name}`)]), "mail");
    const parts = {
        mail: element("div", {}, field("email", input("email", {type: "email", required: true, maxlength: "320"}), word("inviteNote"))),
        password: element("div", {class: "columns"},
            field("username", input("username", {required: true, maxlength: "50", pattern: "[A-Za-z0-9_.\\-]{2,50}", autocapitalize: "none", spellcheck: "false"})),
            field("firstPassword", input("password", {required: true, minlength: "8", maxlength: "1024", spellcheck: "false", autocapitalize: "none", value: newPassword()}), word("firstPasswordNote"))),
    };
    const choose = () => {
        for (const [name, part] of Object.entries(parts)) {
            part.hidden = name !== way.value;
            for (const control of part.querySelectorAll("input")) control.disabled = part.hidden;
        }
    };
    way.addEventListener("change", choose);
    choose();
    return [field("waysInto", way), ...Object.values(parts)];
}

/** Makes an account for somebody. */
export async function invite(context) {
    const made = await filled("invite", [...waysIn(), ...nameFields()],
        form => call("POST", "/accounts", Object.fromEntries([...form].filter(([name, value]) => value !== "" && name !== "way"))));
    if (!made) return;
    context.go(`/person/${made.id}`);
    tell(word(made.invitationExpiresAt ? "invited" : "personMade"), true);
}

/** Changes what a person is called. Sign-in names stay: only their owner changes those, with a proof. */
export async function edit(account, context) {
    const fields = [
        field("displayName", input("displayName", {value: account.displayName ?? "", maxlength: "128"})), ...nameFields(account)];
    const changed = await filled("editPerson", [element("p", {class: "note"}, word("editNote")), ...fields], form => {
        const said = Object.fromEntries([...form].map(([name, value]) => [name, value.trim()]).filter(([name, value]) => value !== (account[name] ?? "")));
        return Object.keys(said).length ? call("PATCH", path`/accounts/${account.id}`, said) : true;
    });
    if (changed) await context.done("personChanged");
}
