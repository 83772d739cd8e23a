import Models
import ServiceRuntime

struct JudgedOperator: Sendable {
    let credential: AuditCredential
    let key: APIKeyID?
    let keyName: String?
    /// The scopes of the API key; nil for the operator's token and own key, which have all scopes.
    let scopes: [APIKeyScope]?
    /// Whether the operator signed in with a passkey of the API key, and not with the key itself.
    let isByPasskey: Bool

    fileprivate init(_ credential: AuditCredential) {
        self.credential = credential
        (key, keyName, scopes, isByPasskey) = (nil, nil, nil, false)
    }

    fileprivate init(_ key: APIKeySummary, isByPasskey: Bool) {
        credential = .apiKey
        (self.key, keyName, scopes) = (key.id, key.name, key.scopes)
        self.isByPasskey = isByPasskey
    }

    func check(_ act: some OperatorAct) throws(ServiceError) {
        if let scopes, !act.neededScopes.contains(where: scopes.contains) {
            throw ServiceError(
                .forbidden, "this needs an API key with the scope \(act.neededScopes.first?.rawValue ?? "")")
        }
        let mayTouchAnyKey = !act.takesKeyItself && scopes?.contains(.operate) ?? true
        guard let owner = act.ownKey, !mayTouchAnyKey else { return }
        guard key == owner, !isByPasskey || !act.takesKeyItself else {
            throw ServiceError(.forbidden, "only the API key itself may do this")
        }
    }

    func call(_ name: String, _ audited: AuditedSubject, outcome: String, _ context: MessageContext) -> AuditedCall {
        AuditedCall(
            credential: credential, apiKey: key, apiKeyName: keyName, call: name, account: audited.account,
            subjectKey: audited.key, subjectName: audited.name, outcome: outcome, request: context.requestID)
    }
}

struct OperatorSecrets: Sendable {
    /// Returns the SHA-256 of the operator's token; nil if the data folder contains no such token.
    let tokenDigest: @Sendable () throws -> [UInt8]?
    let keyDigest: [UInt8]?

    init(_ settings: Settings) {
        tokenDigest = { try OperatorToken.digest(for: settings) }
        keyDigest = settings.operations.key.map { OperatorToken.digest(of: $0.value) }
    }

    /// Returns the kind of a credential in `Authorization`; nil unless it is the operator's token or key.
    func credential(_ token: SecretText) throws -> AuditCredential? {
        let shown = OperatorToken.digest(of: token.value)
        if let digest = try tokenDigest(), shown.equalsInConstantTime(digest) { return .operatorToken }
        if let keyDigest, shown.equalsInConstantTime(keyDigest) { return .operationsKey }
        return nil
    }
}

/// The sealed credential of an operator who has signed in with a passkey. The server stores nothing for it.
struct PasskeyOperator: Codable, Sendable {
    let key: APIKeyID
    let end: UnixTime
    let id: [UInt8]

    enum CodingKeys: Int, CodingKey { case key = 0, end, id }

    /// How long the credential is valid, in seconds: as long as a console session.
    static let lifetime: Int64 = 8 * 3600
}

extension SessionContext {
    /// Returns the rights of a credential, which each call checks again. Throws `invalidToken`, `tokenExpired`.
    func judge(_ credential: OperatorCredential) async throws -> JudgedOperator {
        switch credential {
        case .token(let token):
            guard let kind = try operators.credential(token) else {
                throw ServiceError(
                    .invalidToken,
                    "auth-session does not know this operator's token; if it runs on another machine than the edge, use "
                        + "the token that `keys` or `prepare` made")
            }
            return JudgedOperator(kind)
        case .apiKey(let secret):
            guard let hash = OpaqueSecret.apiKey.hash(secret), let key = try await store.findAPIKey(hash: hash).value
            else { throw ServiceError.keyIsOver(.invalidToken) }
            return JudgedOperator(try checked(key), isByPasskey: false)
        case .passkey(let secret): return JudgedOperator(try await key(shownBy: secret), isByPasskey: true)
        }
    }

    func key(shownBy secret: SecretText) async throws -> APIKeySummary {
        guard let shown = signInSeal.open(secret, as: PasskeyOperator.self), shown.end > clock.now(),
            let key = try await store.findAPIKey(shown.key)
        else { throw ServiceError.keyIsOver(.invalidToken) }
        return try checked(key)
    }

    private func checked(_ key: APIKeySummary) throws(ServiceError) -> APIKeySummary {
        if let refusal = key.refusal(at: clock.now()) { throw ServiceError.keyIsOver(refusal) }
        return key
    }
}
