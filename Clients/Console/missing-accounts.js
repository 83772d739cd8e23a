// What services keep of accounts that identity has lost: rare, and urgent when it is so.

import {call} from "./calls.js";
import {attempt, confirmed} from "./dialogs.js";
import {button, element, number, section, table, word} from "./elements.js";

/** A part of the overview; `services` are those that keep something. */
export function missingAccounts(services, context) {
    const decide = async (what, phrase) => {
        if (!await confirmed(what, word(`${what}Text`), {phrase})) return;
        const verb = what === "eraseMissing" ? "erase" : "keep";
        if (await attempt(() => call("POST", `/missing-accounts/${verb}`))) context.again();
    };
    return section("missingAccounts", element("p", {}, word("missingAccountsText")),
        table("missingAccounts", ["service", "missing", "known"],
            services.map(({service, missing, accounts}) => [service, number(missing), number(accounts)])),
        context.may("operator") ? element("div", {class: "row"},
            button("keepMissing", () => decide("keepMissing")),
            button("eraseMissing", () => decide("eraseMissing", "erase"), {kind: "danger"})) : null);
}
