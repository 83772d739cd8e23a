import BaliseAPI
import HTTPTypes
import Logging
import Models
import OperatorAPI

func showConsoleSession(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    .body(ConsoleSessionDescription(try console.session(of: request)))
}

/// Removes the link before its credential is checked, so that it is used up even if no session begins.
func beginConsoleSession(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    let access = console.operations.access
    let call = console.operations.call(request, named: "BeginConsoleSession", by: .healthCheck)
    let body = try call.body(as: BeginConsoleSessionRequest.self)
    let address = request.context.client?.address?.value ?? ""
    let link = try await access.attempts.verified(.token, from: address, isWrong: \.meansWrongToken) {
        () async throws(EdgeError) in
        guard let link = console.sessions.takeLink(body.link) else {
            throw EdgeError(
                .invalidToken, "this link was already used, or has expired; `balise console` prints another one")
        }
        return link
    }
    let caller = try await access.caller(link.credential, of: request, OperatorCalls.viewers.scopes)
    return try await console.begin(as: link.credential, link.role, by: caller, request)
}

extension ConsoleAPI {
    func begin(
        as credential: ConsoleCredential, _ role: ConsoleRole, by caller: OperatorAccess.Caller, _ request: EdgeRequest
    ) async throws(EdgeError) -> Answer {
        let audit = operations.call(request, named: "BeginConsoleSession", by: caller).audit
        return try await audit.record { () async throws(EdgeError) -> Answer in
            try await audit.begin()
            let (secret, session) = sessions.begin(
                as: credential, role, userAgent: request.context.client?.userAgent)
            request.logger.notice(
                "somebody signed in to the console",
                metadata: [
                    "event": "console-session", "operator": "\(caller)", "role": "\(session.role.rawValue)",
                    "by": "\(credential.beginning)",
                ])
            var answer = Answer.body(ConsoleSessionDescription(session))
            answer.fields.append(cookie.field(setting: secret, seconds: ConsoleSessions.lifetime))
            return answer
        }
    }
}

/// Also clears the cookie of a session that has already ended.
func endOwnConsoleSession(_ request: EdgeRequest, _ console: ConsoleAPI) async throws(EdgeError) -> Answer {
    if let secret = console.cookie.secret(in: request.headers) { console.sessions.end(secret) }
    var answer = Answer(.noContent)
    answer.fields.append(console.cookie.fieldClearing)
    return answer
}

extension ConsoleSessionDescription {
    init(_ session: ConsoleSessions.Session) {
        let credential: AuditCredential =
            switch session.credential {
            case .operatorToken: .operatorToken
            case .operatorKey: .operationsKey
            case .apiKey, .passkey: .apiKey
            }
        self.init(
            id: session.id, role: session.role, credential: credential.rawValue, beganBy: session.credential.beginning,
            apiKey: session.credential.key?.text, apiKeyName: session.credential.keyName, userAgent: session.userAgent,
            createdAt: session.createdAt.date, lastUsedAt: session.lastUsedAt.date,
            expiresAt: session.expiresAt.date)
    }
}

/// For the console's paths only; no script can read it (RFC 6265). Over https, no page of plain http can set a cookie of
/// its name (RFC 6265bis, section 4.1.3.1).
struct ConsoleCookie: Sendable {
    private let cookie: BrowserCookie

    init(isSecure: Bool) {
        cookie = BrowserCookie(
            name: isSecure ? "__Secure-balise-console" : "balise-console", path: ConsoleAPI.root, sameSite: .strict,
            isSecure: isSecure)
    }

    func secret(in headers: RequestHeaders) -> SecretText? { cookie.value(in: headers).map { SecretText($0) } }

    func field(setting secret: SecretText, seconds: Int64) -> HTTPField {
        cookie.field(setting: secret.value, seconds: seconds)
    }

    var fieldClearing: HTTPField { cookie.fieldClearing }
}
