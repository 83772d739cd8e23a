// An example of a document of the API as JSON: the part of YAML that `make openapi` writes.

/** The media type and the example of a request's body, `{type, value}`, of which the document says so much; undefined for what cannot be read. */
export function exampleOf({inline, lines}) {
    try {
        const [[type, {example}]] = Object.entries(valueOf(inline, lines).content);
        return {type, value: example};
    } catch { return undefined; }
}

const indent = line => line.length - line.trimStart().length;

/** A value that begins behind its name, and goes on in deeper lines. */
function valueOf(inline, deeper) {
    if (inline === "") return block(deeper.filter(line => line.trim()));
    if (inline === "|") {
        const depth = indent(deeper[0]);
        return `${deeper.map(line => line.slice(depth)).join("\n").trimEnd()}\n`;
    }
    return flow([inline, ...deeper.map(line => line.trim())].join(" "));
}

/** Members or items, each on a line of its own. */
function block(lines) {
    const depth = indent(lines[0]), begins = lines.flatMap((line, place) => indent(line) === depth ? [place] : []);
    const parts = begins.map((begin, place) => lines.slice(begin, begins[place + 1]));
    if (lines[0].trimStart().startsWith("- ")) {
        return parts.map(([first, ...rest]) => {
            const item = first.trimStart().slice(2);
            return member.test(item) ? block([`${" ".repeat(depth + 2)}${item}`, ...rest]) : valueOf(item, rest);
        });
    }
    return Object.fromEntries(parts.map(([first, ...rest]) => {
        const [, name, inline] = member.exec(first.trim());
        return [scalar(name), valueOf(inline ?? "", rest)];
    }));
}

const member = /^('[^']*'|[^\s{['"#][^:]*):(?: (.*))?$/;

/** A value on one line, in which lists and members stand in brackets. */
function flow(text) {
    let place = 0;
    const skip = () => { while (text[place] === " ") place++; };
    const quoted = () => {
        const mark = text[place++];
        let found = "";
        for (; place < text.length; place++) {
            if (text[place] === mark && (mark === '"' || text[place + 1] !== mark)) break;
            if (text[place] === mark || mark === '"' && text[place] === "\\") place++;
            found += mark === '"' && text[place - 1] === "\\" ? JSON.parse(`"\\${text[place]}"`) : text[place];
        }
        place++;
        return found;
    };
    const plain = stops => {
        const begin = place;
        while (place < text.length && !stops.test(text.slice(place))) place++;
        return text.slice(begin, place).trim();
    };
    const read = isInside => {
        skip();
        if (text[place] === "[" || text[place] === "{") return bracket();
        if (text[place] === "'" || text[place] === '"') return quoted();
        return scalar(plain(isInside ? /^[,\]}]/ : /^$/));
    };
    const bracket = () => {
        const isList = text[place++] === "[", items = [];
        for (skip(); !/[\]}]/.test(text[place]); skip()) {
            if (place >= text.length) throw new SyntaxError(text);
            if (isList) items.push(read(true));
            else {
                const name = /['"]/.test(text[place]) ? quoted() : plain(/^:/);
                place = text.indexOf(":", place) + 1;
                items.push([name, read(true)]);
            }
            skip();
            if (text[place] === ",") place++;
        }
        place++;
        return isList ? items : Object.fromEntries(items);
    };
    return read(false);
}

const named = new Map([["null", null], ["true", true], ["false", false]]);

function scalar(text) {
    if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
    if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
    return named.has(text) ? named.get(text) : text;
}
