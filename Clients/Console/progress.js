// How far a notification has come.

import {chip, term} from "./elements.js";

const kinds = {done: "good", cancelled: "", delivering: "busy", deciding: "busy", scheduled: "busy"};

/** All states, in the order in which they come. */
export const states = ["scheduled", "deciding", "delivering", "done", "cancelled"];

/** A state in its colour. */
export const progress = state => chip(term("state", state), kinds[state] ?? "");
