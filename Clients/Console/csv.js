// Files of comma-separated values (RFC 4180) for spreadsheets.

import {save} from "./calls.js";

/**
 * A cell of a file. A spreadsheet calculates a text that begins as a formula, so an apostrophe comes before it. Behind a
 * separator, too: where the comma is a decimal sign, spreadsheets split lines at semicolons, also within a cell.
 */
export const cell = value => `"${String(value ?? "")
    .replace(/((?:^|[;,|\t\r\n])[\s"]*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$1'$2")
    .replace(/^[\t\r\n]/, "'$&").replaceAll('"', '""')}"`;

/** Saves rows as a file, with a mark of the encoding, which spreadsheets need. */
export const saveRows = (rows, name) => save(
    new Blob(["\ufeff", ...rows.map(row => `${row.map(cell).join(",")}\r\n`)], {type: "text/csv"}), name);
