// A form that tells people something: how many would hear of it is counted first, and then it is sent.

import {attempt} from "./dialogs.js";
import {button, element, word} from "./elements.js";

/**
 * The form with its fields. `read` gives what it says, or null; `ask` counts for whom that would be; `send` takes what it says,
 * a key and the count. The same key with the same form sends once, however often it is sent; a change makes another one.
 */
export function countedForm(name, {read, ask, send, changed = () => {}}, ...fields) {
    const counted = element("p", {role: "status", class: "answer"});
    let key = newKey();
    let count = null;
    const countPeople = async said => {
        const asked = key;
        const found = await attempt(() => ask(said));
        // A form that was changed meanwhile is counted anew.
        if (!found || asked !== key) return;
        count = found;
        counted.textContent = countText(found);
    };
    const form = element("form", {
        input: () => {
            count = null;
            counted.textContent = "";
            key = newKey();
            changed(form);
        },
        submit: async event => {
            event.preventDefault();
            const said = read(form);
            if (!said) return;
            if (count === null) await countPeople(said);
            if (count !== null) await send(said, key, count);
        }},
    ...fields, counted,
    element("div", {class: "row"},
        button("countAudience", async () => {
            const said = form.reportValidity() && read(form);
            if (said) await countPeople(said);
        }, {kind: "plain"}),
        element("button", {}, word(name))));
    return form;
}

/** A random key. `crypto.randomUUID` is missing over plain http. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");

/** How many people a dry run has counted. */
export const peopleText = ({fewerThan, recipients}) =>
    fewerThan ? word("fewerThan", {count: fewerThan}) : word("peopleCount", {count: recipients ?? 0});

/** The same as a sentence, with their devices. */
const countText = found => found.fewerThan ? peopleText(found)
    : word("wouldHear", {people: peopleText(found), devices: word("deviceCount", {count: found.deliveries ?? 0})});
