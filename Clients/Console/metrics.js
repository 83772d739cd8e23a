// What /metrics says (the text format of Prometheus, 0.0.4), and figures out of it.

/** Reads the text into samples: `{name, labels, value}`. */
export function readMetrics(text) {
    const samples = [];
    for (const line of text.split("\n")) {
        const parts = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
        if (!parts) continue;
        const labels = {};
        for (const [, name, value] of (parts[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
            labels[name] = value.replace(/\\(.)/g, (_, letter) => letter === "n" ? "\n" : letter);
        }
        samples.push({name: parts[1], labels, value: Number(parts[3].replace("Inf", "Infinity"))});
    }
    return samples;
}

/** The sum of the samples of a name that a condition holds for. */
export const sum = (samples, name, holds = () => true) =>
    samples.filter(sample => sample.name === name && holds(sample.labels)).reduce((all, sample) => all + sample.value, 0);

/** The sums of the samples of a name by a label, the largest first. */
export function by(samples, name, label, holds = () => true) {
    const sums = new Map();
    for (const sample of samples) {
        if (sample.name !== name || !holds(sample.labels)) continue;
        const key = sample.labels[label] ?? "";
        sums.set(key, (sums.get(key) ?? 0) + sample.value);
    }
    return [...sums].map(([key, count]) => ({name: key, count})).sort((one, other) => other.count - one.count);
}

/**
 * The quantile of a histogram, such as 0.99: the upper bound of the bucket in which it lies, in the histogram's unit; null
 * where nothing was counted. With `earlier` samples it is that of what came since then.
 */
export function quantile(samples, name, share, earlier = []) {
    const before = new Map(buckets(earlier, name));
    const counted = buckets(samples, name).map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)]);
    const total = counted.at(-1)?.[1] ?? 0;
    if (total <= 0) return null;
    return counted.find(([, count]) => count >= share * total)[0];
}

function buckets(samples, name) {
    const sums = new Map();
    for (const sample of samples) {
        if (sample.name !== `${name}_bucket`) continue;
        const bound = Number(sample.labels.le.replace("+Inf", "Infinity"));
        sums.set(bound, (sums.get(bound) ?? 0) + sample.value);
    }
    return [...sums].sort(([one], [other]) => one - other);
}
