// The page for one's own account: who is signed in, and what they can do.

import {Refusal, api, call} from "./calls.js";
import {byId, loadWords, moment, rows, tell, word} from "./elements.js";
import {confirmEmail, sendCode, showEmail} from "./email.js";
import {erase, follow} from "./erasure.js";
import {exportAll} from "./export.js";
import {showLists} from "./lists.js";
import {addPasskey, arePossible, signInWithPasskey} from "./passkeys.js";
import {
    beginSetUp, confirmSetUp, forgetSecrets, removeSecondStep, renewCodes, showSecondStep,
} from "./second-step.js";

/** Shows the account of whoever is signed in, or how to sign in. */
export async function show() {
    let person;
    try {
        person = (await call("GET", "/account/session")).data;
    } catch (refusal) {
        showSignIn();
        // That nobody is signed in yet is no failure.
        if (refusal.status !== 401) tell(refusal.message);
        return;
    }
    await showAccount(person);
}

function showSignIn() {
    byId("signed-in").hidden = true;
    forgetSecrets();
    byId("signed-out").hidden = false;
    byId("sign-in-passkey").hidden = !arePossible();
}

async function showAccount(person) {
    byId("signed-out").hidden = true;
    byId("signed-in").hidden = false;
    byId("add-passkey").hidden = !arePossible();
    byId("no-passkeys").hidden = arePossible();
    const {registration, lastSignIn} = person;
    byId("person").replaceChildren(...rows([
        ["displayName", person.displayName], ["username", person.username], ["email", person.email],
        ["phone", person.phone], ["contactEmail", person.contactEmail], ["verifiedPhone", person.verifiedPhone],
        ["registeredAt", moment(registration.at)], ["registeredFrom", registration.location],
        ["registeredWith", registration.device], ["lastSignInAt", lastSignIn.at && moment(lastSignIn.at)],
        ["lastSignInFrom", lastSignIn.location], ["lastSignInAddress", lastSignIn.address],
        ["lastSignInWith", lastSignIn.device]]));
    showEmail(person);
    await Promise.all([showLists(person, act), showSecondStep()]);
}

/**
 * Does what a person asks for, and says how it went. `done` is the name of a text, or gives one for what `task` gave;
 * `refused` is the name of the text for what was filled in and is not taken.
 */
async function act(task, done, refused) {
    tell("");
    try {
        const answer = await task();
        await show();
        tell(word(typeof done === "function" ? done(answer) : done), true);
    } catch (refusal) {
        // What a page cannot do anything about is a defect, and is seen as one.
        if (!(refusal instanceof Refusal)) throw refusal;
        if (refusal.status === 401 && !byId("signed-in").hidden) await show();
        tell(refusal.text(refused));
    }
}

/** Answers a form by a task; its button waits meanwhile, and passwords do not stay in it. */
function answerForm(id, task) {
    const form = byId(id);
    form.addEventListener("submit", async event => {
        event.preventDefault();
        const button = form.querySelector("button");
        button.disabled = true;
        await task(new FormData(form));
        for (const field of form.querySelectorAll("[type=password]")) field.value = "";
        button.disabled = false;
    });
}

answerForm("sign-in", async form => {
    tell("");
    const cancels = form.get("cancel") !== null;
    try {
        await call("POST", "/account/session", {
            username: form.get("login"), password: form.get("password"), ...(cancels ? {cancelErasure: true} : {})});
    } catch (refusal) {
        if (refusal.code === "SECOND_STEP_REQUIRED") {
            byId("take-back").hidden = true;
            return askForCode(refusal.ticket);
        }
        if (refusal.code !== "ERASURE_PENDING") return tell(refusal.message);
        return offerTakingBack(cancels);
    } finally {
        byId("cancel").checked = false;
    }
    byId("take-back").hidden = true;
    await enter();
});

/** Whoever has the password or a passkey may take the erasure back; it is shown again with that. */
function offerTakingBack(hasTried) {
    byId("take-back").hidden = hasTried;
    tell(word(hasTried ? "erasureTooLate" : "erasurePendingWhat"));
}

byId("sign-in-passkey").addEventListener("click", async () => {
    tell("");
    const cancels = byId("cancel").checked;
    try {
        await signInWithPasskey(cancels);
    } catch (refusal) {
        if (refusal.code === "ERASURE_PENDING") return offerTakingBack(cancels);
        if (refusal.code === "SECOND_STEP_REQUIRED") {
            byId("take-back").hidden = true;
            return askForCode(refusal.ticket);
        }
        return tell(refusal.code === "INVALID_TOKEN" ? word("passkeyUnknown") : refusal.message);
    } finally {
        byId("cancel").checked = false;
    }
    byId("take-back").hidden = true;
    await enter();
});

/** Shows the account to whoever has just signed in, from its beginning. */
async function enter() {
    await show();
    byId("content").focus();
}

/** What the server gave for the first of two steps; it counts for five minutes. */
let ticket;

function askForCode(given) {
    ticket = given;
    byId("sign-in").hidden = true;
    byId("second-step").hidden = false;
    byId("code").focus();
}

function askForPassword() {
    ticket = undefined;
    byId("second-step").hidden = true;
    byId("sign-in").hidden = false;
}

answerForm("second-step", async form => {
    tell("");
    const code = form.get("code").trim();
    const shown = /\p{L}/u.test(code) ? {recoveryCode: code} : {code};
    try {
        await call("POST", "/account/session", {ticket, ...shown});
    } catch (refusal) {
        tell(refusal.message);
        // The ticket counts no more: from the beginning.
        if (refusal.status === 401) askForPassword();
        return;
    }
    byId("code").value = "";
    askForPassword();
    await enter();
});

answerForm("change-password", form => act(() => api("POST", "users/change-password", {
    currentPassword: form.get("current"), newPassword: form.get("new"), endOtherSessions: form.get("others") !== null}),
({endedSessions}) => form.get("others") === null
    ? "passwordChanged" : endedSessions === undefined ? "passwordChangedAlone" : "passwordChangedEverywhere",
"passwordRefused"));

answerForm("add-passkey", async form => {
    await act(() => addPasskey(form.get("name").trim()), "passkeyAdded", "passkeyRefused");
    byId("passkey-name").value = "";
});

byId("begin-totp").addEventListener("click", async () => {
    tell("");
    try {
        await beginSetUp();
    } catch (refusal) {
        tell(refusal.message);
    }
});

answerForm("confirm-totp", form => act(() => confirmSetUp(form.get("code")), "secondStepAdded"));

answerForm("renew-codes", form => act(() => renewCodes(form.get("proof")), "codesRenewed"));

answerForm("remove-totp", form => act(() => removeSecondStep(form.get("proof")), "secondStepRemoved"));

byId("send-email-code").addEventListener("click", async () => {
    tell("");
    try {
        await sendCode();
        tell(word("emailCodeSent"), true);
    } catch (refusal) {
        tell(refusal.message);
    }
});

answerForm("confirm-email", form => act(() => confirmEmail(form.get("code")), "emailIsConfirmed"));

answerForm("export", async form => {
    tell("");
    try {
        await exportAll(form.get("proof"));
    } catch (refusal) {
        tell(refusal.message);
    }
});

answerForm("erase", async form => {
    tell("");
    let erasure;
    try {
        erasure = await erase(form.get("proof"));
    } catch (refusal) {
        tell(refusal.message);
        return;
    }
    // The session has ended with the account; the browser forgets the cookie.
    await call("DELETE", "/account/session").catch(() => {});
    await follow(erasure);
});

byId("end-others").addEventListener("click", () => act(() => api("DELETE", "auth/sessions"), "othersEnded"));
byId("sign-out").addEventListener("click", async () => {
    try {
        await call("DELETE", "/account/session");
    } catch (refusal) {
        tell(refusal.message);
        return;
    }
    showSignIn();
    tell(word("signedOut"), true);
});

await loadWords();
await show();
