// The words of the pages about people, which the first view does not need.

import {loadWords} from "./elements.js";

await loadWords(".people");
