// The ways in: a password, a passkey, a code by mail, a second step, and a new account.

import {api, call} from "./calls.js";
import {byId, language, tell, word} from "./elements.js";
import {answerForm, filled} from "./forms.js";
import {arePossible, signInWithPasskey} from "./passkeys.js";
import {zone} from "./profile.js";
import {enterView} from "./views.js";

/** What the server gave for the first of two steps; it counts for five minutes. */
let ticket;
/** The address that a code was sent to. */
let address;

/** Answers the forms; `enter` shows the account to whoever has just signed in. */
export function beginSigningIn(enter) {
    const {admitsAll} = byId("signed-out").dataset;
    byId("sign-in-passkey").hidden = !arePossible();
    byId("to-sign-up").hidden = byId("sign-up").hidden = admitsAll !== "yes";
    byId("by-invitation").hidden = admitsAll === "yes";

    /** Signs in. Whoever has the secret may take the erasure of the account back: `offer` is shown for that. */
    async function signIn(task, {offer, cancel} = {}) {
        tell("");
        const cancels = cancel?.checked ?? false;
        try {
            await task(cancels ? {cancelErasure: true} : {});
        } catch (refusal) {
            if (refusal.code === "ERASURE_PENDING" && offer) {
                offer.hidden = cancels;
                return tell(word(cancels ? "erasureTooLate" : "erasurePendingWhat"));
            }
            if (refusal.code === "SECOND_STEP_REQUIRED") {
                ticket = refusal.ticket;
                if (offer) offer.hidden = true;
                enterView("second-step");
                return byId("code").focus();
            }
            return tell(refusal.message);
        } finally {
            if (cancel) cancel.checked = false;
        }
        if (offer) offer.hidden = true;
        await enter();
    }
    const takingBack = {offer: byId("take-back"), cancel: byId("cancel")};

    answerForm("sign-in", form => signIn(more => call("POST", "/account/session", {
        username: form.get("login"), password: form.get("password"), ...more}), takingBack));

    byId("sign-in-passkey").addEventListener("click", () => signIn(async ({cancelErasure}) => {
        try {
            await signInWithPasskey(cancelErasure);
        } catch (refusal) {
            if (refusal.code === "INVALID_TOKEN") refusal.message = word("passkeyUnknown");
            throw refusal;
        }
    }, takingBack));

    answerForm("second-step", async form => {
        const code = form.get("code").trim();
        const shown = /\p{L}/u.test(code) ? {recoveryCode: code} : {code};
        await signIn(async () => {
            try {
                await call("POST", "/account/session", {ticket, ...shown});
            } catch (refusal) {
                // The ticket counts no more: from the beginning.
                if (refusal.status === 401) enterView("sign-in");
                throw refusal;
            }
            byId("code").value = "";
        });
    });

    answerForm("ask-code", async form => {
        tell("");
        address = form.get("email").trim();
        try {
            await api("POST", "auth/email-code/request", {email: address});
        } catch (refusal) {
            return tell(refusal.message);
        }
        byId("enter-code").hidden = false;
        byId("ask-code").querySelector("button").classList.add("quiet");
        byId("mailed-code").focus();
        tell(word("codeSent"), true);
    });

    answerForm("enter-code", form => signIn(async more => {
        await call("POST", "/account/session/email-code", {email: address, code: form.get("code"), ...more});
        byId("mailed-code").value = "";
        byId("enter-code").hidden = true;
    }, {offer: byId("take-back-code"), cancel: byId("cancel-code")}));

    answerForm("sign-up", form => {
        const names = filled(form, "username", "email");
        if (!Object.keys(names).length) {
            byId("new-username").focus();
            return tell(word("nameMissing"));
        }
        return signIn(() => call("POST", "/account/session/registration", {
            ...names, password: form.get("password"), locale: language, timezone: zone()}));
    });
}
