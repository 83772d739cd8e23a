// Forms that a script answers.

import {byId} from "./elements.js";

/** Answers a form by a task; the button that sends it waits meanwhile, and passwords do not stay in it. */
export function answerForm(form, task) {
    const answered = typeof form === "string" ? byId(form) : form;
    answered.addEventListener("submit", async event => {
        event.preventDefault();
        const button = answered.querySelector("button:not([type=button])");
        button.disabled = true;
        await task(new FormData(answered));
        for (const field of answered.querySelectorAll("[type=password]")) field.value = "";
        button.disabled = false;
    });
}

/** The fields of a form that are filled in. */
export const filled = (form, ...names) =>
    Object.fromEntries(names.map(name => [name, form.get(name).trim()]).filter(([, text]) => text !== ""));

/** Empties a form that has done its work, and folds it away. */
export function closeForm(id) {
    byId(id).reset();
    byId(id).parentElement.open = false;
}

/** Unfolds all that an element is folded in. */
export function unfold(folded) {
    for (let part = folded.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
}

// A browser cannot show what is wrong with a field that is folded away.
document.addEventListener("invalid", ({target}) => unfold(target), true);

/** An option of a list to choose from. */
export const option = (value, text) => new Option(text, value);

/** Fills a list to choose from, and keeps the choice where it is still there. */
export function fillOptions(id, options) {
    const list = byId(id), chosen = list.value;
    list.replaceChildren(...options);
    if (options.some(({value}) => value === chosen)) list.value = chosen;
}
