// Reads the words of the pages about the server: keys, webhooks, installations, backups, the map, settings and the API.

import {loadWords} from "./elements.js";

await loadWords(".server");
