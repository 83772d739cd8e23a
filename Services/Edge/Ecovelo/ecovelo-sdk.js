// The web shim: gives a page in a web view the token of its host's identity provider, for calls of this server alone.
//
// The page loads it by a classic script element before anything else; where it was loaded from is the server that the
// token is for:
//
//     <script src="https://balise.example/ecovelo-sdk.js"></script>
//
// The host's app, or the page, then says
//
//     EcoveloSDK.setIAMToken(token)                 a text; the program stays as it was
//     EcoveloSDK.setIAMToken({token, programId})    programId may be left out; null takes it away
//     EcoveloSDK.clear()                            forgets the token and the program, at sign-out
//     EcoveloSDK.fetch(input, init)                 what window.fetch is from then on
//
// The token is kept in memory only: in no storage and in no cookie, and nothing here gives it back. fetch adds it as
// Authorization, and the program as program, to requests whose address has this server's origin (scheme, host and port),
// and leaves every other request exactly as it is. A request that has an Authorization of its own which is not empty goes
// out with that. Requests with the token follow no redirect, so that neither header can reach another origin. XMLHttpRequest
// is left alone.
//
// When this server answers 401, window hears of it, so that the host can bring another token; no event holds a token:
//
//     ecovelo-token-missing    there was no token. Once, until one is set or cleared; the 401 is returned at once.
//     ecovelo-token-expired    the token's time is over. The request is held, and sent once more as soon as another token is
//                              set; after 10 s without one (init.tokenWait, in milliseconds) the 401 is returned.
(function () {
  "use strict";

  const { fetch, Request, URL, CustomEvent, setTimeout, clearTimeout } = window;
  const script = document.currentScript;
  if ("EcoveloSDK" in window) return;
  if (!script || !script.src) {
    console.error("ecovelo-sdk.js has to be loaded by a classic script element with a src.");
    return;
  }

  const home = new URL(script.src).origin;
  const usualWait = 10000;

  let token = null;
  let program = null;
  let isMissingAnnounced = false;
  /** Requests that are held until there is another token; each a function to call then. */
  const held = new Set();

  function setIAMToken(value) {
    const given = typeof value === "string" ? { token: value } : value || {};
    const text = typeof given.token === "string" ? given.token.trim().replace(/^Bearer\s+/i, "") : "";
    // What is thrown may be logged, so it never repeats what was given.
    if (!/^[\w.~+/=-]+$/.test(text)) throw new TypeError("setIAMToken needs a token: a text, or {token, programId}.");
    if (given.programId !== undefined && given.programId !== null) {
      if (!/^[\x21-\x7e]+$/.test(given.programId)) throw new TypeError("programId has to be a text without spaces.");
      program = String(given.programId);
    } else if (given.programId === null) {
      program = null;
    }
    token = text;
    isMissingAnnounced = false;
    release();
  }

  function clear() {
    token = null;
    program = null;
    isMissingAnnounced = false;
    release();
  }

  function release() {
    const waiting = Array.from(held);
    held.clear();
    for (const goOn of waiting) goOn();
  }

  function announce(name) {
    window.dispatchEvent(new CustomEvent(name));
  }

  /** Resolves when the token changes, the caller gives up, or the time is over. */
  function tokenChange(signal, wait) {
    return new Promise(function (resolve) {
      const goOn = function () {
        clearTimeout(timer);
        held.delete(goOn);
        signal.removeEventListener("abort", goOn);
        resolve();
      };
      const timer = setTimeout(goOn, wait);
      held.add(goOn);
      signal.addEventListener("abort", goOn);
    });
  }

  function isHome(input) {
    // A Request may also be one of another frame.
    const address = input && typeof input === "object" && "url" in input ? input.url : String(input);
    try {
      const url = new URL(address, document.baseURI);
      return /^https?:$/.test(url.protocol) && url.origin === home;
    } catch (error) {
      return false;
    }
  }

  /** Sends a copy of `request` with the token, so that it can be sent again. */
  function send(request) {
    const copy = request.clone();
    if (token === null) return fetch.call(window, copy);
    // A redirect would be followed with all headers but Authorization, and by older web views with that as well.
    const { redirect, referrer, referrerPolicy } = copy;
    const sent = new Request(copy, { redirect: redirect === "follow" ? "error" : redirect, referrer, referrerPolicy });
    sent.headers.set("Authorization", "Bearer " + token);
    if (program !== null && !sent.headers.get("program")) sent.headers.set("program", program);
    return fetch.call(window, sent);
  }

  async function codeOf(response) {
    try {
      return (await response.clone().json()).code;
    } catch (error) {
      return undefined;
    }
  }

  async function fetchWithToken(input, init) {
    if (!isHome(input)) return fetch.call(window, input, init);
    const request = new Request(input, init);
    // One of the apps sends an empty field while nobody is signed in.
    if (request.headers.get("Authorization")) return fetch.call(window, request);

    const used = token;
    const response = await send(request);
    if (response.status !== 401) return response;
    if (used === null) {
      if (token === null && !isMissingAnnounced) {
        isMissingAnnounced = true;
        announce("ecovelo-token-missing");
      }
      return response;
    }
    if ((await codeOf(response)) !== "TOKEN_EXPIRED") return response;
    if (token === used) {
      const wait = init && typeof init.tokenWait === "number" ? init.tokenWait : usualWait;
      const isFirst = held.size === 0;
      const change = tokenChange(request.signal, wait);
      if (isFirst) announce("ecovelo-token-expired");
      await change;
      // Whoever gave up gets the error that fetch has for that.
      if (request.signal.aborted) return fetch.call(window, request);
    }
    return token === null || token === used ? response : send(request);
  }

  window.fetch = fetchWithToken;
  Object.defineProperty(window, "EcoveloSDK", {
    value: Object.freeze({ setIAMToken, clear, fetch: fetchWithToken }),
    enumerable: true,
  });
})();
