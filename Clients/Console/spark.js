// A line of figures over time, drawn by the platform itself.

const namespace = "http" + "://www.w3.org/2000/svg";

/** An SVG line of values, the newest at the right; a custom element, so that a page only sets its values. */
export class SparkLine extends HTMLElement {
    /** @param {number[]} values */
    set values(values) {
        const width = 120, height = 32;
        const top = Math.max(...values, 1e-9);
        const points = values.map((value, place) => [
            values.length < 2 ? width : place * width / (values.length - 1), height - 2 - (height - 4) * value / top]);
        const line = document.createElementNS(namespace, "polyline");
        line.setAttribute("points", points.map(pair => pair.map(part => part.toFixed(1)).join(",")).join(" "));
        const drawing = document.createElementNS(namespace, "svg");
        drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
        drawing.setAttribute("preserveAspectRatio", "none");
        drawing.setAttribute("aria-hidden", "true");
        drawing.append(line);
        this.replaceChildren(drawing);
    }
}

customElements.define("spark-line", SparkLine);
