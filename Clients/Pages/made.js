// What is shown once: a secret link, to be copied, or scanned by a phone.

import {byId, element, foreign, tell, word} from "./elements.js";
import {unfold} from "./forms.js";
import {qrCode} from "./pictures.js";

/** Shows a link that was just made, with its QR code. `more` are elements before it, or nil for none. */
export function showMade(id, title, link, svg, ...more) {
    const heading = element("h4", {tabindex: "-1"}, foreign(title));
    const copy = element("button", {type: "button", class: "quiet"}, word("copy"));
    copy.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(link);
            tell(word("copied"), true);
        } catch {
            // Without https a page has no clipboard.
            getSelection().selectAllChildren(code);
            tell(word("notCopied"));
        }
    });
    const code = element("code", {class: "link"}, link);
    byId(id).replaceChildren(...[heading, ...more, element("p", {}, code), copy, qrCode(svg, word("linkPicture")),
        element("p", {class: "note"}, word("shownOnce"))].filter(Boolean));
    byId(id).hidden = false;
    unfold(byId(id));
    heading.focus();
}

/** A button that hands a link to another app of this phone; nil where a browser cannot. */
export function shareButton(title, url) {
    if (!navigator.share) return null;
    const made = element("button", {type: "button"}, word("share"));
    made.addEventListener("click", async () => {
        try {
            await navigator.share({title, url});
        } catch (error) {
            // Whoever closes the list of apps needs no answer.
            if (error.name !== "AbortError") tell(word("notShared"));
        }
    });
    return made;
}

/** Takes what is shown once off the page. */
export function forgetMade(...ids) {
    for (const id of ids) {
        byId(id).hidden = true;
        byId(id).replaceChildren();
    }
}
