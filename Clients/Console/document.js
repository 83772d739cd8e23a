// A document of the API (OpenAPI in YAML), as far as a reader needs it: which operations there are, and what is said of each.

const methods = ["get", "post", "put", "patch", "delete"];

/**
 * Reads the operations: `{method, path, id, tag, summary, description, parameters, security, request, isOperations, source}`.
 * `request` is what it says of the body. It goes by the indentation of the document, which has a line for each member.
 */
export function readOperations(text, isOperations) {
    const lines = text.split("\n");
    const begin = lines.indexOf("paths:") + 1;
    const end = lines.findIndex((line, place) => place > begin && /^\S/.test(line));
    const operations = [];
    for (const path of blocks(lines.slice(begin, end), 2)) {
        const members = blocks(path.lines, 4);
        const shared = members.find(member => member.name === "parameters")?.lines ?? [];
        for (const member of members.filter(member => methods.includes(member.name))) {
            const facts = new Map(blocks(member.lines, 6).map(block => [block.name, block]));
            operations.push({
                method: member.name.toUpperCase(), path: path.name, id: value(facts.get("operationId")),
                tag: value(facts.get("tags")).replace(/[[\]]/g, ""), summary: value(facts.get("summary")),
                description: value(facts.get("description")), security: value(facts.get("security")), request: facts.get("requestBody"),
                isOperations,
                parameters: [...parameters(shared), ...parameters(facts.get("parameters")?.lines ?? [])],
                source: dedent(member.lines, 6)});
        }
    }
    return operations;
}

/** The members that begin at a depth, each with the lines behind its name. */
function blocks(lines, depth) {
    const found = [];
    for (const line of lines) {
        const begins = new RegExp(`^ {${depth}}([^\\s#][^:]*):(?: (.*))?$`).exec(line);
        if (begins) found.push({name: begins[1].replace(/^'|'$/g, ""), inline: begins[2] ?? "", lines: []});
        else found.at(-1)?.lines.push(line);
    }
    return found;
}

/** The text of a member, on its line or in the lines below. */
function value(block) {
    if (!block) return "";
    const inline = block.inline.trim();
    const folded = /^[|>]/.test(inline) || inline === "" ? block.lines.map(line => line.trim()).join(" ").trim()
        : [inline, ...block.lines.map(line => line.trim())].join(" ").trim();
    return text(folded);
}

/** A text without its line ends and quotes. */
function text(written) {
    return written.replace(/\s*\n\s*/g, " ").trim().replace(/^'(.*)'$/s, (_, inner) => inner.replaceAll("''", "'"));
}

/** Those parameters that stand in the query of the address. */
function parameters(lines) {
    const items = lines.join("\n").split(/^ +- /m).slice(1);
    return items.filter(item => /in: query/.test(item)).map(item => ({
        name: /name: ([\w-]+)/.exec(item)?.[1] ?? "",
        description: text(/description: (.*(?:\n {12}.*)*)/.exec(item)?.[1] ?? "")})).filter(({name}) => name);
}

const dedent = (lines, depth) => lines.map(line => line.slice(depth)).join("\n").trimEnd();
