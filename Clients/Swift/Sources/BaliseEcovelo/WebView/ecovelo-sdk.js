// The web shim: gives a page in a web view the token of its host's identity provider, for calls of this server alone.
//
// The page loads it by a classic script element before anything else; where it was loaded from is the server that the
// token is for:
//
//     <script src="https://balise.example/ecovelo-sdk.js"></script>
//
// A host that runs it in its web view before the page (EcoveloWebHost of the SDK) says instead, in a scope around this text,
//
//     EcoveloSDKHost = {server: "https://balise.example", token, programId}    token and programId as below, or left out
//
// and the page's own element does nothing more. The host's app, or the page, then says
//
//     EcoveloSDK.setIAMToken(token)                 a text; the program stays as it was
//     EcoveloSDK.setIAMToken({token, programId})    programId may be left out; null takes it away
//     EcoveloSDK.clear()                            forgets the token and the program, at sign-out
//     EcoveloSDK.fetch(input, init)                 what window.fetch is from then on
//
// The token is kept in memory only: in no storage and in no cookie, and nothing here gives it back. fetch and XMLHttpRequest
// add it as Authorization, and the program as program, to requests whose address has this server's origin (scheme, host and
// port), and leave every other request exactly as it is. A request that has an Authorization of its own which is not empty
// goes out with that. With fetch, requests with the token follow no redirect, so that neither header can reach another
// origin. With XMLHttpRequest that cannot be said: there the browser takes Authorization away when it leaves the origin, and
// this server redirects nobody.
//
// When this server answers 401, window hears of it, so that the host can bring another token; no event holds a token:
//
//     ecovelo-token-missing    there was no token. Once, until one is set or cleared; the 401 is returned at once.
//     ecovelo-token-expired    the token counts no more: its time is over, or its session has ended. The request is held, and
//                              sent once more as soon as another token is set; after 10 s without one (init.tokenWait, in
//                              milliseconds) the 401 is returned. A synchronous XMLHttpRequest is not held.
(function () {
  "use strict";

  const { fetch, Request, URL, CustomEvent, ProgressEvent, XMLHttpRequest, TextDecoder, Event, WeakMap, setTimeout,
    clearTimeout } = window;
  const host = typeof EcoveloSDKHost === "object" ? EcoveloSDKHost : null;
  const source = host ? host.server : document.currentScript && document.currentScript.src;
  if ("EcoveloSDK" in window) return;
  if (!source) {
    console.error("ecovelo-sdk.js has to be loaded by a classic script element with a src.");
    return;
  }

  const home = new URL(source).origin;
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
    for (const goOn of Array.from(held)) goOn();
  }

  function announce(name) {
    window.dispatchEvent(new CustomEvent(name));
  }

  /** Calls back when the token changes or the time is over; gives what ends the wait at once. */
  function awaitToken(wait, callBack) {
    const goOn = function () {
      clearTimeout(timer);
      if (held.delete(goOn)) callBack();
    };
    const timer = setTimeout(goOn, wait);
    const isFirst = held.size === 0;
    held.add(goOn);
    if (isFirst) announce("ecovelo-token-expired");
    return goOn;
  }

  /** Resolves when the token changes, the caller gives up, or the time is over. */
  function tokenChange(signal, wait) {
    return new Promise(function (resolve) {
      const goOn = awaitToken(wait, function () {
        signal.removeEventListener("abort", goOn);
        resolve();
      });
      signal.addEventListener("abort", goOn);
    });
  }

  /** Tells that there was no token, once. */
  function missToken() {
    if (token !== null || isMissingAnnounced) return;
    isMissingAnnounced = true;
    announce("ecovelo-token-missing");
  }

  /** Whether a request is to wait for another token, by the code in its answer. */
  function asksForAnother(code) {
    return code === "TOKEN_EXPIRED" || code === "INVALID_TOKEN";
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
      missToken();
      return response;
    }
    if (!asksForAnother(await codeOf(response))) return response;
    if (token === used) {
      const wait = init && typeof init.tokenWait === "number" ? init.tokenWait : usualWait;
      await tokenChange(request.signal, wait);
      // Whoever gave up gets the error that fetch has for that.
      if (request.signal.aborted) return fetch.call(window, request);
    }
    return token === null || token === used ? response : send(request);
  }

  const native = XMLHttpRequest.prototype;
  /** What is only ours to know of a request. */
  const states = new WeakMap();
  const tellingOfSending = ["loadstart", "readystatechange", "progress", "load", "loadend"];

  /**
   * An XMLHttpRequest that brings the token. The page sees one request: the events of an answer that is held are kept from
   * its listeners, which all come after the first ones, and where no other token comes they are told after all.
   */
  class XMLHttpRequestWithToken extends XMLHttpRequest {
    constructor() {
      super();
      const state = { headers: [], isHidden: false, wait: null, retry: null };
      states.set(this, state);
      for (const name of tellingOfSending) {
        native.addEventListener.call(this, name, (event) => {
          // Those that are told after all are ours.
          if (!event.isTrusted) return;
          if (name === "readystatechange") look(this, state);
          if (state.isHidden) event.stopImmediatePropagation();
        });
      }
    }

    open(method, address, ...others) {
      const state = states.get(this);
      giveUp(state);
      const isAsync = others.length === 0 || Boolean(others[0]);
      Object.assign(state, {
        opened: [method, address, ...others], isAsync, headers: [], isHidden: false, isHome: isHome(address),
        used: undefined });
      native.open.call(this, method, address, ...others);
    }

    setRequestHeader(name, value) {
      const state = states.get(this);
      // Empty ones count as not set. The browser would join them with what is brought.
      const isBrought = state.isHome && ["authorization", "program"].includes(String(name).toLowerCase());
      if (isBrought && String(value).trim() === "") return;
      native.setRequestHeader.call(this, name, value);
      state.headers.push([String(name), String(value)]);
    }

    send(body = null) {
      const state = states.get(this);
      state.body = body;
      bring(this, state);
      native.send.call(this, body);
    }

    abort() {
      const state = states.get(this);
      const isHeld = giveUp(state);
      native.abort.call(this);
      state.isHidden = false;
      if (!isHeld) return;
      for (const name of ["abort", "loadend"]) this.dispatchEvent(new ProgressEvent(name));
    }
  }

  /** Sets the token, where the page has set none. */
  function bring(request, state) {
    const has = (name) => state.headers.some(([set, value]) => set.toLowerCase() === name && value.trim() !== "");
    state.used = undefined;
    if (!state.isHome || has("authorization")) return;
    state.used = token;
    if (token === null) return;
    native.setRequestHeader.call(request, "Authorization", "Bearer " + token);
    if (program !== null && !has("program")) native.setRequestHeader.call(request, "program", program);
  }

  /** Sees how a request goes, before the page does. */
  function look(request, state) {
    if (request.readyState < 2 || request.status !== 401 || state.used === undefined) return;
    if (state.used === null) {
      if (request.readyState === 4) missToken();
      return;
    }
    if (!state.isAsync || state.wait || state.retry) return;
    // What the answer says is known at its end.
    state.isHidden = true;
    if (request.readyState < 4) return;
    if (!asksForAnother(codeIn(request))) {
      state.isHidden = false;
    } else if (token !== null && token !== state.used) {
      // Not before the browser is through with this answer.
      state.retry = setTimeout(sendAgain, 0, request, state);
    } else {
      state.wait = awaitToken(usualWait, function () {
        state.wait = null;
        if (state.isGivenUp) return;
        if (token === null || token === state.used) tell(request, state);
        else sendAgain(request, state);
      });
    }
  }

  function codeIn(request) {
    try {
      switch (request.responseType) {
        case "":
        case "text":
          return JSON.parse(request.responseText).code;
        case "json":
          return request.response.code;
        case "arraybuffer":
          return JSON.parse(new TextDecoder().decode(request.response)).code;
      }
    } catch (error) {
      // It is no answer of this server.
    }
    return undefined;
  }

  /** Sends the same with the token of now; what comes then the page sees. */
  function sendAgain(request, state) {
    state.retry = null;
    state.isHidden = true;
    native.open.apply(request, state.opened);
    for (const [name, value] of state.headers) native.setRequestHeader.call(request, name, value);
    bring(request, state);
    state.used = undefined;
    native.send.call(request, state.body);
    state.isHidden = false;
  }

  /** Tells the page of the answer that was kept from it. */
  function tell(request, state) {
    state.isHidden = false;
    request.dispatchEvent(new Event("readystatechange"));
    for (const name of ["load", "loadend"]) request.dispatchEvent(new ProgressEvent(name));
  }

  /** Ends the wait of a request; whether it was held. */
  function giveUp(state) {
    const isHeld = state.wait !== null || state.retry !== null;
    clearTimeout(state.retry);
    state.retry = null;
    state.isGivenUp = true;
    if (state.wait) state.wait();
    state.isGivenUp = false;
    return isHeld;
  }

  window.fetch = fetchWithToken;
  window.XMLHttpRequest = XMLHttpRequestWithToken;
  Object.defineProperty(window, "EcoveloSDK", {
    value: Object.freeze({ setIAMToken, clear, fetch: fetchWithToken }),
    enumerable: true,
  });
  if (host && host.token) setIAMToken(host);
})();
