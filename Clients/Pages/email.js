// The e-mail address of the account: whether it is confirmed, and confirming it by a code that is sent there.

import {api} from "./calls.js";
import {byId, foreign, moment, rows, word} from "./elements.js";

const path = "users/me/email/verification";

/** Shows whether the address is confirmed, and how that is done. */
export function showEmail({email, emailVerifiedAt}) {
    byId("email-state").replaceChildren(...rows([
        ["email", email && foreign(email)], ["emailConfirmed", email && word(emailVerifiedAt ? "yes" : "no")],
        ["since", emailVerifiedAt && moment(emailVerifiedAt)]]));
    byId("no-email").hidden = Boolean(email);
    byId("send-email-code").hidden = !email || Boolean(emailVerifiedAt);
    if (!email || emailVerifiedAt) byId("confirm-email").hidden = true;
}

/** Has a code sent to the address. */
export async function sendCode() {
    await api("POST", path);
    byId("confirm-email").hidden = false;
    byId("email-code").focus();
}

/** Shows the code that was sent. */
export async function confirmEmail(code) {
    await api("POST", `${path}/confirm`, {code});
    byId("confirm-email").hidden = true;
    byId("email-code").value = "";
}
