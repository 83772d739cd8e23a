// The page for signing in: by a passkey, or by a link.

import {operationsAddress} from "./calls.js";
import {copyable} from "./copy.js";
import {element, word} from "./elements.js";
import {signInParts} from "./passkeys.js";

/** `reason` says why a session has ended or was refused; `enter` begins one by a passkey. */
export function signInPage(reason, enter) {
    const call = `curl -X POST ${operationsAddress()}/console-links -H 'X-API-Key: KEY'`;
    const step = (name, ...more) => element("li", {}, word(name), ...more);
    const passkey = signInParts(enter), isFirst = passkey[0] !== "";
    const byPasskey = [element("h2", {}, word("signInByPasskey")), passkey];
    return element("section", {class: "card narrow alone"},
        element("h1", {}, word("signIn")), element("p", {class: "quiet"}, word("signInWhat")),
        reason ? element("p", {class: "alert", role: "alert"}, reason) : null,
        isFirst ? byPasskey : null, element("h2", {}, word("signInByLink")),
        element("ol", {class: "how"},
            step("signInTerminal"), step("signInCommand", element("br"), copyable("balise console", word("signInByLink"))), step("signInOpen")),
        element("details", {}, element("summary", {}, word("signInContainer")), element("p", {}, copyable("docker compose exec balise balise console", word("signInContainer")))),
        element("details", {}, element("summary", {}, word("signInKey")), element("p", {class: "note"}, word("signInNote")),
            element("p", {}, copyable(call, word("signInKey")))),
        isFirst ? null : byPasskey);
}
