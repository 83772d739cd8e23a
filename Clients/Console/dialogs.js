// Questions before something is done, and secrets that are shown once.

import {button, element, excerpt, field, markWrong, said, tell, word} from "./elements.js";

/**
 * Shows a dialog, and gives what it was closed with. Its parts are made by a function that is given how to close it. It belongs
 * to the page below it: when the browser goes back or on, it closes, and nothing is done.
 */
export function open(title, parts) {
    return new Promise(resolve => {
        const leave = () => close(null);
        const close = answer => {
            removeEventListener("hashchange", leave);
            dialog.close();
            dialog.remove();
            resolve(answer);
        };
        addEventListener("hashchange", leave);
        const dialog = element("dialog", {"aria-labelledby": "dialog-title", cancel: event => { event.preventDefault(); close(null); }},
            element("h2", {id: "dialog-title"}, word(title)), ...parts(close));
        document.body.append(dialog);
        dialog.showModal();
    });
}

/** What is compared of a name that was typed: letters without case and accents, one space between words, nothing invisible. */
const plain = text => text.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "").replace(/\s+/g, " ").trim().toLowerCase();
/** Longer names are typed as far as this, in characters. */
const longestName = 40;

/** What has to be typed for a name. */
function phraseOf(name) {
    const beginning = [...name].slice(0, longestName).join("").trim();
    return plain(beginning) ? beginning : word("yes");
}

/**
 * Asks before something is done. For what cannot be taken back, a `phrase` has to be typed first, or the `name` of whom it
 * concerns, for which case, accents and spaces do not matter.
 */
export function confirmed(title, text, {name, phrase = name && phraseOf(name), subject = name} = {}) {
    const isRight = typed => name ? plain(typed) === plain(phrase) : typed === phrase;
    return open(title, close => {
        const typed = element("input", {autocomplete: "off", autocapitalize: "none", spellcheck: "false"});
        const go = element("button", {class: phrase ? "danger" : "", disabled: Boolean(phrase)}, word(title));
        typed.addEventListener("input", () => { go.disabled = !isRight(typed.value); });
        const form = element("form", {
            submit: event => {
                event.preventDefault();
                if (!phrase || isRight(typed.value)) close(true);
            }},
        subject ? element("p", {}, element("strong", {}, excerpt(subject))) : null, element("div", {class: "text"}, text),
        phrase ? field(name ? "typeName" : "typeToConfirm", typed, element("code", {}, phrase)) : null,
        element("div", {class: "row"}, go, button("cancel", () => close(null), {kind: "plain"})));
        return [form];
    });
}

/** Shows a secret that is told for the only time. The `subject` is whose it is. */
export function showSecret(title, secret, note, subject) {
    return open(title, close => {
        const said = element("span", {role: "status"});
        const shown = element("input", {readonly: true, value: secret, spellcheck: "false"});
        return [
            subject ? element("p", {}, element("strong", {}, excerpt(subject))) : "", field("secret", shown, note),
            element("div", {class: "row"},
                button("copy", async () => {
                    shown.select();
                    // Without https a browser has no clipboard.
                    const isCopied = await navigator.clipboard?.writeText(secret).then(() => true, () => false);
                    said.textContent = word(isCopied ? "copied" : "chosenToCopy");
                }),
                button("close", () => close(null), {kind: "plain"}), said)];
    });
}

/** Asks for what a form says; gives the form's data, or null. `parts` are its fields. */
export function filled(title, parts, send) {
    return open(title, close => {
        const problem = element("p", {role: "alert", class: "problem"});
        const form = element("form", {
            // An answer that was corrected needs no error any more.
            input: () => {
                problem.textContent = "";
                markWrong();
            },
            submit: async event => {
                event.preventDefault();
                const pressed = form.querySelector("button");
                pressed.disabled = true;
                problem.textContent = "";
                markWrong();
                try { close(await send(new FormData(form))); } catch (refusal) {
                    problem.replaceChildren(...said(refusal));
                    markWrong(refusal.errors);
                }
                pressed.disabled = false;
            }},
        problem, ...parts, element("div", {class: "row"},
            element("button", {}, word(title)), button("cancel", () => close(null), {kind: "plain"})));
        return [form];
    });
}

/** Does something, and says how it went. Gives its answer, or undefined where it failed. */
export async function attempt(task, done) {
    tell("");
    markWrong();
    try {
        const answer = await task();
        if (done) tell(word(done), true);
        return answer ?? true;
    } catch (refusal) {
        if (refusal.status === undefined) throw refusal;
        tell(said(refusal));
        markWrong(refusal.errors);
        return undefined;
    }
}
