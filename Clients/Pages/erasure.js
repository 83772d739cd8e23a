// The end of an account: asking for it, following it to its end, and the receipt.

import {api} from "./calls.js";
import {byId, element, foreign, hasWord, moment, rows, word} from "./elements.js";

/** Has the account erased, by the password or by a sign-in of the last minutes; gives what `follow` takes. */
export async function erase(password) {
    const {data} = await api("DELETE", "users/me", password ? {password} : {});
    byId("signed-in").hidden = true;
    byId("erased").hidden = false;
    byId("erased-title").focus();
    return data;
}

/** Shows how an erasure goes, and asks less and less often until all services have confirmed. */
export async function follow({id, secret}) {
    for (let pause = 500; ; pause = Math.min(pause * 2, 30_000)) {
        let status;
        try {
            status = (await api("GET", `erasures/${encodeURIComponent(id)}`, undefined, {"X-Erasure-Secret": secret})).data;
        } catch (refusal) {
            // What a later try cannot change is said, and the rest is tried again.
            byId("erasure-state").textContent = refusal.message;
            if (refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429) return;
        }
        if (status) show(status);
        if (status?.receipt) return offer(id, status.receipt);
        // Until then its person may take it back, and nothing happens to it.
        if (status?.state === "scheduled") return;
        await new Promise(resolve => setTimeout(resolve, pause));
    }
}

function show(status) {
    const isScheduled = status.state === "scheduled";
    byId("erased-title").textContent = word(isScheduled ? "erasureScheduledTitle" : "erasedTitle");
    byId("erasure-state").textContent = word(
        isScheduled ? "erasureScheduled" : status.receipt ? "erasureDone" : "erasurePending");
    byId("erasure").replaceChildren(...rows([
        ["erasureNumber", foreign(status.id)], ["askedAt", moment(status.askedAt)],
        ["erasesAt", status.erasesAt && moment(status.erasesAt)], ["completedAt", status.completedAt && moment(status.completedAt)],
        ["confirmed", kept(status.confirmed)], ["pending", kept(status.pending)]]));
}

/** What services keep, in words. */
const kept = services => services.map(name => hasWord(`kept.${name}`) ? word(`kept.${name}`) : name).join(", ");

function offer(id, receipt) {
    byId("receipt").hidden = false;
    byId("receipt-text").value = receipt;
    byId("save-receipt").addEventListener("click", () => {
        const address = URL.createObjectURL(new Blob([receipt + "\n"], {type: "application/jose"}));
        element("a", {href: address, download: `erasure-${id}.jws`}).click();
        URL.revokeObjectURL(address);
    });
}
