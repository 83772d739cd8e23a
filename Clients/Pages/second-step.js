// The second step of signing in: set up in an authenticator app, confirmed, with its recovery codes, and removed.

import {api} from "./calls.js";
import {byId, element, moment, rows, word} from "./elements.js";
import {qrCode} from "./pictures.js";

const path = "users/me/totp";

/** Shows whether signing in takes a second step. What cannot be read says so in its place. */
export async function showSecondStep() {
    const state = byId("second-step-state");
    const parts = ["begin-totp", "renew-codes", "remove-totp"].map(byId);
    let step;
    try {
        step = (await api("GET", path)).data;
    } catch (refusal) {
        if (refusal.status === 401) throw refusal;
        for (const part of parts) part.hidden = true;
        byId("second-step-count").textContent = "";
        state.replaceChildren(...rows([["secondStepAsked", refusal.message]]));
        return;
    }
    const {isActive, confirmedAt, lastUsedAt, recoveryCodesLeft} = step;
    const [begin, ...others] = parts;
    begin.hidden = isActive;
    for (const part of others) part.hidden = !isActive;
    if (isActive) endSetUp();
    byId("second-step-count").textContent = word(isActive ? "isOn" : "isOff");
    state.replaceChildren(...rows([
        ["secondStepAsked", word(isActive ? "yes" : "no")], ["since", confirmedAt && moment(confirmedAt)],
        ["lastUsed", lastUsedAt && moment(lastUsedAt)],
        ["recoveryCodesLeft", isActive ? recoveryCodesLeft : null]]));
}

/** Has a secret made, and shows it for the app. It counts for nothing until a code of it is shown. */
export async function beginSetUp() {
    const {data} = await api("POST", path);
    const picture = qrCode(data.qrCode, word("totpPicture"));
    byId("totp-picture").replaceChildren(...picture ? [picture] : []);
    byId("totp-secret").textContent = data.secret.replace(/(.{4})(?=.)/g, "$1 ");
    const link = byId("totp-link");
    // Nothing but an authenticator app is opened by it.
    link.hidden = !data.uri.startsWith("otpauth:");
    if (!link.hidden) link.href = data.uri;
    byId("totp-until").replaceChildren(moment(data.expiresAt));
    byId("set-up-totp").hidden = false;
    byId("begin-totp").hidden = true;
    byId("totp-code").focus();
}

/** Shows a code of the app: from now on it counts. */
export const confirmSetUp = async code => showCodes(await api("POST", `${path}/confirm`, {code}));

/** Has other recovery codes made, by the password or by a sign-in of the last minutes. */
export const renewCodes = async password =>
    showCodes(await api("POST", `${path}/recovery-codes`, password ? {password} : {}));

/** Removes the second step, by the password or by a sign-in of the last minutes. */
export async function removeSecondStep(password) {
    await api("DELETE", path, password ? {password} : {});
    forgetSecrets();
}

/** Takes what is shown once off the page. */
export function forgetSecrets() {
    endSetUp();
    byId("recovery").hidden = true;
    byId("recovery-codes").replaceChildren();
}

function endSetUp() {
    byId("set-up-totp").hidden = true;
    byId("totp-picture").replaceChildren();
    byId("totp-secret").textContent = "";
    byId("totp-link").removeAttribute("href");
    byId("totp-code").value = "";
}

function showCodes({data}) {
    byId("recovery-codes").replaceChildren(
        ...data.recoveryCodes.map(code => element("li", {}, element("code", {}, code))));
    byId("recovery").hidden = false;
    byId("recovery-title").focus();
}
