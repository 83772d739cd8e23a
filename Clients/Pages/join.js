// The code of an invitation. It stands behind the # of the address, so it reaches no server.

const code = location.hash.slice(1);
if (/^[0-9A-Z]{5}-[0-9A-Z]{5}$/.test(code)) {
    document.getElementById("code").textContent = code;
    const join = document.getElementById("join");
    join.querySelector("a").hash = `#sharing=${code}`;
    join.hidden = false;
} else {
    document.getElementById("no-code").hidden = false;
}
