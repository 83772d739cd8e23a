enum PageHandler: Sendable {
    case page(@Sendable (PageCall) async throws(EdgeError) -> Answer)
    case script(@Sendable (PageCall) async throws(EdgeError) -> Answer)
}

enum PagesRoutes {
    static let session = "/session"
    static let provider = "/provider"
    /// The path for links in mails with codes.
    static let code = "/code"
    /// The page for the second step and the e-mail address, for browsers without scripts.
    static let security = "/security"

    /// The page for links of invitations to circles. The code is behind the `#`.
    static let join = "/join"

    static let all: [Route<PageHandler>] = [
        .get("", name: "account", isLenient: true, .page(showAccountPage)),
        .get("/files/{name}", name: "page-file", .page(getPageFile)),
        .get("/forgot", name: "forgot", .page(showForgotPage)),
        .post("/forgot", name: "forgot", .page(takeForgotForm)),
        .get("/reset", name: "reset", .page(showResetPage)),
        .post("/reset", name: "reset", .page(takeResetForm)),
        .get(code, name: "code", .page(showCodePage)),
        .post(code, name: "code", .page(takeCodeForm)),
        .get(join, name: "join", .page(showJoinPage)),
        .get(security, name: "security", .page(showSecurityPage)),
        .post(security, name: "security", .page(takeSecurityForm)),
        .get("\(provider)/{provider}", name: "page-provider", .page(beginPageProviderSignIn)),
        .get(provider, name: "page-provider", .page(finishPageProviderSignIn)),
        .post(provider, name: "page-provider", .page(takeProviderForm)),
        // A new sign-in method gets a path below this path, and answers with `PageCall.signedIn`.
        .post(session, name: "page-session", .script(beginPageSession)),
        .post("\(session)/passkey", name: "page-session", .script(beginPageSessionByPasskey)),
        .post("\(session)/email-code", name: "page-session", .script(beginPageSessionByEmailCode)),
        .post("\(session)/registration", name: "page-session", .script(beginPageSessionByRegistration)),
        .get(session, name: "page-session", .script(showPageSession)),
        .delete(session, name: "page-session", .script(endPageSession)),
    ]
}
