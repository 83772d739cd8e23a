// The page for signing in: by a link, or by a passkey.

import {element, word} from "./elements.js";
import {signInParts} from "./passkeys.js";

/** `reason` says why a session has ended or was refused; `enter` begins one by a passkey. */
export const signInPage = (reason, enter) => element("section", {class: "card narrow alone"},
    element("h1", {}, word("signIn")), reason ? element("p", {class: "alert", role: "alert"}, reason) : null,
    element("p", {}, word("signInHow")), element("pre", {tabindex: "0"}, "balise console"),
    element("p", {class: "note"}, word("signInNote")), signInParts(enter));
