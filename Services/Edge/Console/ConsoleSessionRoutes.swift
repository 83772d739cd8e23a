import BaliseAPI
import HTTPTypes
import Logging
import Models
import OperatorAPI

func showConsoleSession(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    .body(ConsoleSessionDescription(try console.session(of: request)))
}

/// Begins a session by a link. The link is removed before its credential is checked, so it is used up in any case.
func beginConsoleSession(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    let access = console.operations.access
    let call = console.operations.call(request, named: "BeginConsoleSession", by: .healthCheck)
    let body = try call.body(as: BeginConsoleSessionRequest.self)
    let link = try await access.attempts.verified(.token, from: request.address, isWrong: \.meansWrongToken) {
        () async throws(EdgeError) in
        guard let link = console.sessions.takeLink(body.link) else {
            throw EdgeError(
                .invalidToken, "this link was already used, or has expired; `balise console` prints another one")
        }
        return link
    }
    let caller = try await console.operations.judge(link.caller, for: request, OperatorCalls.viewers.scopes)
    return try await console.begin(caller, link.role, request)
}

extension ConsoleAPI {
    func begin(
        _ caller: OperatorAccess.Caller, _ role: ConsoleRole, _ request: EdgeRequest
    ) async throws(EdgeError) -> Answer {
        let audit = operations.call(request, named: "BeginConsoleSession", by: caller).audit
        return try await audit.record { () async throws(EdgeError) -> Answer in
            try await audit.begin()
            let (secret, session) = sessions.begin(caller, role, userAgent: request.context.client?.userAgent)
            audit.concerns(named: session.id)
            request.logger.notice(
                "an operator signed in to the console",
                metadata: [
                    "event": "console-session", "operator": "\(caller)", "role": "\(session.role.rawValue)",
                    "by": "\(caller.beginning)",
                ])
            return Answer.body(ConsoleSessionDescription(session))
                .with(BrowserCookie.console.setting(secret, isSecure: isSecure))
        }
    }
}

/// Ends the caller's session. Clears the cookie even if the session has already ended.
func endOwnConsoleSession(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    if let secret = console.secret(in: request) { console.sessions.end(secret) }
    return Answer(.noContent).with(BrowserCookie.console.clearing(isSecure: console.isSecure))
}

extension ConsoleSessionDescription {
    init(_ session: ConsoleSessions.Session) {
        let caller = session.caller
        self.init(
            id: session.id, role: session.role, credential: caller.kind?.rawValue ?? "", beganBy: caller.beginning,
            apiKey: caller.apiKey?.text, apiKeyName: caller.apiKeyName, userAgent: session.userAgent,
            createdAt: session.createdAt.date, lastUsedAt: session.lastUsedAt.date, expiresAt: session.expiresAt.date)
    }
}

/// Makes a link that gives a browser the rights of its maker. The secret is behind a `#`, so no proxy logs it and no
/// preview uses it.
func createConsoleLink(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    // A console session has no key to show. With a link, it could outlive itself, so it may not make one.
    let isSession = if case .apiKey = call.caller { call.request.headers.apiKey == nil } else { false }
    guard call.caller.owner != nil, !isSession else {
        throw EdgeError(.forbidden, "make a link into the console with the operator's token or key, or with an API key")
    }
    try await call.audit.begin()
    let role = call.role ?? .viewer
    let (secret, end) = call.console.makeLink(for: call.caller, role)
    let url = "\(call.console.address())\(ConsoleAPI.root)#link=\(secret.value)"
    return .body(ConsoleLink(url: SecretText(url), expiresAt: end.date, role: role))
}

func listConsoleSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(ConsoleSessionList(sessions: call.console.all().map { ConsoleSessionDescription($0) }))
}

func endConsoleSession(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await call.audit.begin()
    let id = try call.name()
    guard call.console.end(id: id) else { throw EdgeError(.notFound, "this session does not exist") }
    call.audit.concerns(named: id)
    return Answer(.noContent)
}

extension OperationsCall {
    fileprivate var role: ConsoleRole? {
        switch caller {
        case .healthCheck: nil
        case .operatorToken, .operatorKey: .operator
        case .apiKey(_, _, let scopes, _): ConsoleRole(scopes)
        }
    }

    func passkey() throws(EdgeError) -> PasskeyID {
        guard let id = PasskeyID(try name()) else { throw EdgeError(.notFound, "this passkey does not exist") }
        return id
    }
}

func listConsolePasskeys(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(ConsolePasskeyList(passkeys: try await call.send(ListAPIKeyPasskeys()).map { ConsolePasskey($0) }))
}

func removeConsolePasskey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await call.perform(RemoveAPIKeyPasskey(passkey: try call.passkey()))
}

extension ConsolePasskey {
    init(_ passkey: APIKeyPasskey) {
        self.init(
            id: passkey.id.text, apiKey: passkey.key.text, apiKeyName: passkey.keyName, name: passkey.name,
            createdAt: passkey.createdAt.date, lastUsedAt: passkey.lastUsedAt?.date)
    }
}
