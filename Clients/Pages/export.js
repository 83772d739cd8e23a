// All that is kept of an account, as a file.

import {Refusal, send} from "./calls.js";
import {byId, word} from "./elements.js";

/** The address of the archive that was read last. */
let address;

/** Has the archive made, by the password or by a sign-in of the last minutes, and offers it to be saved. */
export async function exportAll(password) {
    const state = byId("export-state"), file = byId("export-file");
    state.textContent = word("exportWaits");
    file.hidden = true;
    try {
        const archive = await read(password ? {password} : {});
        if (address) URL.revokeObjectURL(address);
        address = URL.createObjectURL(archive);
        file.href = address;
        file.download = `account-${new Date().toISOString().slice(0, 10)}.zip`;
        file.hidden = false;
        file.focus();
        state.textContent = word("exportDone", {size: Math.ceil(archive.size / 1024)});
    } catch (refusal) {
        state.textContent = "";
        throw refusal;
    }
}

async function read(proof) {
    const response = await send("POST", "/api/v1/users/me/export", proof);
    try {
        return await response.blob();
    } catch {
        // The server ends the connection where it cannot go on, so half an archive is never taken for a whole one.
        throw new Refusal(0, word("exportBroken"));
    }
}
