// The forms for a new person and for changes of one.

import {call, path} from "./calls.js";
import {filled} from "./dialogs.js";
import {element, field, tell, word} from "./elements.js";

const input = (name, attributes = {}) => element("input", {name, autocomplete: "off", ...attributes});
const nameFields = (account = {}) => [
    element("div", {class: "columns"}, field("firstName", input("firstName", {value: account.firstName ?? ""})),
        field("lastName", input("lastName", {value: account.lastName ?? ""}))),
    field("locale", input("locale", {placeholder: "fr", value: account.locale ?? ""}), word("localeNote"))];

/** Makes an account for somebody, who is sent a link for a password. */
export async function invite(context) {
    const made = await filled("invite", [
        field("email", input("email", {type: "email", required: true, maxlength: "320"}), word("inviteNote")), ...nameFields()],
    form => call("POST", "/accounts", Object.fromEntries([...form].filter(([, value]) => value !== ""))));
    if (!made) return;
    context.go(`/person/${made.id}`);
    tell(word("invited"), true);
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
