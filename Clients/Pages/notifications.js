// Which notifications the person wants, and when.

import {api} from "./calls.js";
import {byId, element, foreign, hasWord, rows, word} from "./elements.js";
import {answerForm, closeForm} from "./forms.js";
import {zone} from "./profile.js";

const kindsPath = "notification-preferences/kinds", quietPath = "notification-preferences/quiet-hours";

/** Shows the choices. What cannot be read says so in its place. */
export async function showNotifications() {
    await Promise.all([
        shown("no-kinds", "kinds", async () => showKinds((await api("GET", kindsPath)).kinds)),
        shown("quiet-state", "quiet-hours", async () => showQuietHours(await api("GET", quietPath)))]);
}

async function shown(place, form, show) {
    try {
        await show();
    } catch (refusal) {
        if (refusal.status === 401 || refusal.status === undefined) throw refusal;
        byId(form).hidden = true;
        byId(place).hidden = false;
        byId(place).textContent = refusal.message;
    }
}

function showKinds(kinds) {
    byId("kinds").hidden = !kinds.length;
    byId("no-kinds").hidden = kinds.length > 0;
    byId("kind-list").replaceChildren(...kinds.map(({name, enabled, mandatory}, number) => {
        const box = element("input", {id: `kind-${number}`, type: "checkbox", name: "kind", value: name});
        box.checked = enabled;
        box.disabled = mandatory;
        return element("p", {}, box, " ", element("label", {for: box.id},
            hasWord(`kind.${name}`) ? word(`kind.${name}`) : foreign(name), mandatory ? ` – ${word("kindMandatory")}` : ""));
    }));
}

function showQuietHours({start, end, timeZone, allowsInterruptions}) {
    byId("quiet-hours").hidden = false;
    byId("quiet-state").replaceChildren(...rows([
        ["quietHours", start ? `${start} – ${end}` : word("noQuietHours")], ["timeZone", start && timeZone]]));
    byId("end-quiet-hours").hidden = !start;
    byId("quiet-summary").textContent = word(start ? "changeQuietHours" : "setQuietHours");
    byId("quiet-start").value ||= start ?? "";
    byId("quiet-end").value ||= end ?? "";
    byId("quiet-urgent").checked = Boolean(allowsInterruptions);
}

export function beginNotifications(act) {
    answerForm("kinds", () => act(() => api("PUT", kindsPath, {
        kinds: [...document.querySelectorAll("#kind-list input:enabled")].map(
            box => ({name: box.value, enabled: box.checked}))}), "kindsSaved"));
    answerForm("quiet-hours", async form => {
        const isSaved = await act(() => api("PUT", quietPath, {
            start: form.get("start"), end: form.get("end"), timeZone: zone(),
            allowsInterruptions: form.get("urgent") !== null}), "quietHoursSaved");
        if (isSaved) byId("quiet-hours").parentElement.open = false;
    });
    byId("end-quiet-hours").addEventListener("click", () => act(async () => {
        await api("DELETE", quietPath);
        closeForm("quiet-hours");
    }, "quietHoursEnded"));
}
