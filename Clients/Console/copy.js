// Texts for other programs, such as commands and ids, each with a button that copies it.

import {brief, button, element, named, word} from "./elements.js";

/** A text with its button. `about` says to a screen reader what is copied. */
export function copyable(text, about) {
    const code = element("code", {tabindex: "0"}, text), said = element("span", {role: "status"});
    return element("span", {class: "copyable"}, code, button("copy", async () => {
        try {
            await navigator.clipboard.writeText(text);
            said.textContent = word("copied");
        } catch {
            // Without https a browser has no clipboard: the text is chosen, for the keys of the system.
            getSelection().selectAllChildren(code);
            said.textContent = word("chosenToCopy");
        }
    }, {kind: "plain", about}), said);
}

/** A text as a word of a shell. */
export const shellWord = text => /^[\w@%+=:,./-]+$/.test(text) ? String(text) : `'${String(text).replaceAll("'", "'\\''")}'`;

/** A text in which names for programs stand between backticks, as documents have them. */
export const withCode = text => element("bdi", {}, text.split("`").map((part, place) => place % 2 ? element("code", {}, part) : part));

/** Ids and other names for programs, closed until somebody needs them: pairs of a word and the id. */
export function programNames(about, pairs) {
    return element("details", {class: "names"},
        element("summary", {"aria-label": named("details", brief(about))}, word("details")),
        element("dl", {}, pairs.filter(([, text]) => text).map(([name, text]) => [
            element("dt", {}, word(name)), element("dd", {}, copyable(text, word(name)))])));
}
