// Who the person is: their name, and the names that they sign in with.

import {api} from "./calls.js";
import {clientText} from "./clients.js";
import {byId, moment, rows} from "./elements.js";
import {answerForm} from "./forms.js";

/** Fields and the members that they show. */
const fields = {
    "display-name": "calledName", "first-name": "firstName", "last-name": "lastName", username: "username", phone: "phone"};

/** Shows who the person is. What they are just typing stays. */
export function showProfile(person) {
    const {registration, lastSignIn} = person;
    byId("person").replaceChildren(...rows([
        ["shownName", person.displayName], ["username", person.username], ["email", person.email],
        ["phone", person.phone], ["contactEmail", person.contactEmail], ["verifiedPhone", person.verifiedPhone]]));
    byId("own-name-now").textContent = person.displayName ?? "";
    byId("account-facts").replaceChildren(...rows([
        ["registeredAt", moment(registration.at)], ["registeredFrom", registration.location],
        ["registeredWith", clientText(registration.device)], ["lastSignInAt", lastSignIn.at && moment(lastSignIn.at)],
        ["lastSignInFrom", lastSignIn.location], ["lastSignInAddress", lastSignIn.address],
        ["lastSignInWith", clientText(lastSignIn.device)]]));
    for (const [id, member] of Object.entries(fields)) {
        const field = byId(id), text = person[member] ?? "";
        if (field.value === field.defaultValue) field.value = text;
        field.defaultValue = text;
    }
    // Without a password there is nothing to prove a new name with.
    byId("changing-names").hidden = !person.passwordChangedAt;
}

export function beginProfile(act) {
    answerForm("change-profile", form => act(() => api("PATCH", "users/me", {
        displayName: form.get("displayName").trim() || null, firstName: form.get("firstName").trim(),
        lastName: form.get("lastName").trim(), timezone: zone()}), "nameSaved"));
    answerForm("change-names", form => act(() => api("PATCH", "users/me", {
        ...changed("username", form.get("username")), ...changed("phone", form.get("phoneNumber"), "phoneNumber"),
        currentPassword: form.get("proof")}), "loginNamesSaved"));
}

/** A name that differs from the present one. The server keeps each that is left out. */
function changed(id, text, member = id) {
    const name = text.trim();
    return name && name !== byId(id).defaultValue ? {[member]: name} : {};
}

/** The time zone of the browser, in which mails name times. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
