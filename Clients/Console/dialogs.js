// Questions before something is done, and secrets that are shown once.

import {button, element, excerpt, field, markWrong, tell, word} from "./elements.js";

/** Shows a dialog, and gives what it was closed with. Its parts are made by a function that is given how to close it. */
function open(title, parts) {
    return new Promise(resolve => {
        const close = answer => { dialog.close(); dialog.remove(); resolve(answer); };
        const dialog = element("dialog", {"aria-labelledby": "dialog-title", cancel: event => { event.preventDefault(); close(null); }},
            element("h2", {id: "dialog-title"}, word(title)), ...parts(close));
        document.body.append(dialog);
        dialog.showModal();
    });
}

/**
 * Asks before something is done. With a `phrase`, which is for what cannot be taken back, that has to be typed first.
 */
export function confirmed(title, text, {phrase, subject} = {}) {
    return open(title, close => {
        const typed = element("input", {autocomplete: "off", autocapitalize: "none", spellcheck: "false"});
        const go = element("button", {class: phrase ? "danger" : "", disabled: Boolean(phrase)}, word(title));
        typed.addEventListener("input", () => { go.disabled = typed.value !== phrase; });
        const form = element("form", {
            submit: event => {
                event.preventDefault();
                if (!phrase || typed.value === phrase) close(true);
            }},
        subject ? element("p", {}, element("strong", {}, excerpt(subject))) : null, element("p", {}, text),
        phrase ? field("typeToConfirm", typed, element("code", {}, phrase)) : null,
        element("div", {class: "row"}, go, button("cancel", () => close(null), {kind: "plain"})));
        return [form];
    });
}

/** Shows a secret that is told for the only time. */
export function showSecret(title, secret, note) {
    return open(title, close => {
        const shown = element("input", {readonly: true, value: secret, spellcheck: "false"});
        return [
            field("secret", shown, note),
            element("div", {class: "row"},
                button("copy", async () => {
                    shown.select();
                    await navigator.clipboard?.writeText(secret).catch(() => {});
                }),
                button("close", () => close(null), {kind: "plain"}))];
    });
}

/** Asks for what a form says; gives the form's data, or null. `parts` are its fields. */
export function filled(title, parts, send) {
    return open(title, close => {
        const problem = element("p", {role: "alert", class: "problem"});
        const form = element("form", {
            submit: async event => {
                event.preventDefault();
                const pressed = form.querySelector("button");
                pressed.disabled = true;
                problem.textContent = "";
                markWrong();
                try { close(await send(new FormData(form))); } catch (refusal) {
                    problem.textContent = refusal.message;
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
        tell(refusal.message);
        markWrong(refusal.errors);
        return undefined;
    }
}
