// Server-Sent Events read from a call of the console, which an EventSource cannot make: it sets no header fields.

/** Gives each event of a stream as `{name, data}`, where data is JSON, until the stream ends or a signal ends it. */
export async function* events(response, signal) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    // Also where nothing comes any more: the server counts streams, and each is a look.
    signal?.addEventListener("abort", () => reader.cancel().catch(() => {}));
    let rest = "";
    try {
        for (;;) {
            const {value, done} = await reader.read();
            if (done) return;
            const parts = (rest + value).split("\n\n");
            rest = parts.pop();
            for (const part of parts) {
                const event = read(part);
                if (event) yield event;
            }
        }
    } finally {
        reader.cancel().catch(() => {});
    }
}

/** Nil for what is a comment or says when to connect again. */
function read(text) {
    const lines = text.split("\n").map(line => /^(\w+): (.*)$/.exec(line)).filter(Boolean);
    const value = name => lines.find(line => line[1] === name)?.[2];
    const data = value("data");
    return data === undefined ? null : {name: value("event") ?? "message", data: JSON.parse(data)};
}
