// The page for one's own account: who is signed in, and what they can do.

import {Refusal, api, call} from "./calls.js";
import {isInvited} from "./circles.js";
import {browserText} from "./clients.js";
import {byId, loadWords, tell, word} from "./elements.js";
import {changeEmail, confirmEmail, confirmOtherEmail, sendCode, showEmail} from "./email.js";
import {erase, follow} from "./erasure.js";
import {exportAll} from "./export.js";
import {answerForm} from "./forms.js";
import {showLists} from "./lists.js";
import {beginNotifications, showNotifications} from "./notifications.js";
import {addPasskey, arePossible} from "./passkeys.js";
import {beginProfile, showProfile} from "./profile.js";
import {
    beginSetUp, confirmSetUp, forgetSecrets, removeSecondStep, renewCodes, showSecondStep,
} from "./second-step.js";
import {beginSharing, forgetSharing, showSharing} from "./sharing.js";
import {beginSigningIn} from "./sign-in.js";
import {enterView, forgetView, showView} from "./views.js";

/** Shows the account of whoever is signed in, or how to sign in. */
async function show() {
    let person;
    try {
        person = (await call("GET", "/account/session")).data;
    } catch (refusal) {
        showSignIn();
        // That nobody is signed in yet is no failure.
        if (refusal.status !== 401) tell(refusal.message);
        return;
    }
    byId("signed-out").hidden = true;
    byId("signed-in").hidden = false;
    byId("add-passkey").hidden = !arePossible();
    byId("no-passkeys").hidden = arePossible();
    showView();
    showProfile(person);
    showEmail(person);
    await Promise.all([
        showLists(person, act), showSecondStep(), showSharing(person, act), showNotifications()]);
}

function showSignIn() {
    byId("signed-in").hidden = true;
    forgetSecrets();
    forgetSharing();
    byId("signed-out").hidden = false;
    byId("invited").hidden = !isInvited();
    showView();
}

/** Shows the account to whoever has just signed in. */
async function enter() {
    await show();
    forgetView();
    enterView(isInvited() ? "sharing" : undefined);
}

/**
 * Does what a person asks for, and says how it went, without moving the page. `done` is the name of a text, or gives one for
 * what `task` gave; `refused` is the name of the text for what was filled in and is not taken.
 */
async function act(task, done, refused) {
    tell("");
    try {
        const answer = await task();
        await show();
        tell(word(typeof done === "function" ? done(answer) : done), true);
        return true;
    } catch (refusal) {
        // What a page cannot do anything about is a defect, and is seen as one.
        if (!(refusal instanceof Refusal)) throw refusal;
        if (refusal.status === 401 && !byId("signed-in").hidden) await show();
        tell(refusal.text(refused));
        return false;
    }
}

/** Does a task whose outcome is shown elsewhere, or named by `done`. */
async function attempt(task, done) {
    tell("");
    try {
        await task();
        if (done) tell(word(done), true);
    } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        tell(refusal.message);
    }
}

answerForm("change-password", form => act(() => api("POST", "users/change-password", {
    currentPassword: form.get("current"), newPassword: form.get("new"), endOtherSessions: form.get("others") !== null}),
({endedSessions}) => form.get("others") === null
    ? "passwordChanged" : endedSessions === undefined ? "passwordChangedAlone" : "passwordChangedEverywhere",
"passwordRefused"));

answerForm("add-passkey", async form => {
    await act(() => addPasskey(form.get("name").trim() || browserText(navigator.userAgent) || word("passkey")), "passkeyAdded", "passkeyRefused");
    byId("passkey-name").value = "";
});

byId("begin-totp").addEventListener("click", () => attempt(beginSetUp));
answerForm("confirm-totp", form => act(() => confirmSetUp(form.get("code")), "secondStepAdded"));
answerForm("renew-codes", form => act(() => renewCodes(form.get("proof")), "codesRenewed"));
answerForm("remove-totp", form => act(() => removeSecondStep(form.get("proof")), "secondStepRemoved"));

byId("send-email-code").addEventListener("click", () => attempt(sendCode, "emailCodeSent"));
answerForm("confirm-email", form => act(() => confirmEmail(form.get("code")), "emailIsConfirmed"));
answerForm("change-email", form => attempt(
    () => changeEmail(form.get("email").trim(), form.get("proof")), "emailCodeSent"));
answerForm("confirm-other-email", form => act(() => confirmOtherEmail(form.get("code")), "emailIsChanged"));

answerForm("export", form => attempt(() => exportAll(form.get("proof"))));
answerForm("erase", form => attempt(async () => {
    const erasure = await erase(form.get("proof"));
    // The session has ended with the account; the browser forgets the cookie.
    await call("DELETE", "/account/session").catch(() => {});
    await follow(erasure);
}));

byId("end-others").addEventListener("click", () => act(() => api("DELETE", "auth/sessions"), "othersEnded"));
byId("sign-out").addEventListener("click", () => attempt(async () => {
    await call("DELETE", "/account/session");
    // An invitation is for the person who followed it, and not for the next one at this browser.
    byId("join-circle").reset();
    showSignIn();
    forgetView();
}, "signedOut"));

await loadWords();
beginProfile(act);
beginSharing(act);
beginNotifications(act);
beginSigningIn(enter);
await show();
