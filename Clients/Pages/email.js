// The e-mail address of the account: confirming it, and changing it, by a code that is sent there.

import {api} from "./calls.js";
import {byId, foreign, moment, rows, word} from "./elements.js";
import {unfold} from "./forms.js";

const verification = "users/me/email/verification";

/** Shows whether the address is confirmed, and how that is done. */
export function showEmail({email, emailVerifiedAt}) {
    byId("email-state").replaceChildren(...rows([
        ["email", email && foreign(email)], ["emailConfirmed", email && word(emailVerifiedAt ? "yes" : "no")],
        ["since", emailVerifiedAt && moment(emailVerifiedAt)]]));
    const state = byId("email-count");
    state.textContent = email ? word(emailVerifiedAt ? "isConfirmed" : "isNotConfirmed") : "";
    state.classList.toggle("trouble", !emailVerifiedAt);
    byId("no-email").hidden = Boolean(email);
    byId("send-email-code").hidden = !email || Boolean(emailVerifiedAt);
    if (!email || emailVerifiedAt) byId("confirm-email").hidden = true;
}

/** Has a code sent to the address. */
export async function sendCode() {
    await api("POST", verification);
    ask("confirm-email", "email-code");
}

/** Shows the code that was sent. */
export async function confirmEmail(code) {
    await api("POST", `${verification}/confirm`, {code});
    done("confirm-email", "email-code");
}

/** Has a code sent to another address, by the password or by a sign-in of the last minutes. */
export async function changeEmail(email, password) {
    await api("POST", "users/me/email", {email, ...(password ? {password} : {})});
    ask("confirm-other-email", "other-email-code");
}

/** Shows the code that was sent there: from now on it is the account's address. */
export async function confirmOtherEmail(code) {
    await api("POST", "users/me/email/confirm", {code});
    done("confirm-other-email", "other-email-code");
    byId("other-email").value = "";
}

function ask(form, field) {
    byId(form).hidden = false;
    unfold(byId(form));
    byId(field).focus();
}

function done(form, field) {
    byId(form).hidden = true;
    byId(field).value = "";
}
