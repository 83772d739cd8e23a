import Logging
import Models
import ServiceRuntime
import WebAuthn

/// Writes one line per event, with `event` and ids, and nothing about a person.
struct SecurityLog: Sendable {
    let logger: Logger
    let kept: SecurityEvents

    enum Event: String, Sendable {
        case signInRefused = "sign-in-refused"
        case secondStepAsked = "second-step-asked"
        case secondStepRefused = "second-step-refused"
        case secondStepChangeRefused = "second-step-change-refused"
        case providerSignInRefused = "provider-sign-in-refused"
        case credentialRefused = "issued-credential-refused"
        case logoutTaken = "issuer-logout"
        case logoutRefused = "issuer-logout-refused"
        case tokenExchanged = "token-exchanged"
        case tokenRevoked = "token-revoked"
        case registrationRefused = "registration-refused"
        case erasureRefused = "erasure-refused"
        case exportRefused = "export-refused"
        case emailChangeRefused = "email-change-refused"
        case notificationTaken = "apple-notification"
        case notificationRefused = "apple-notification-refused"
        case sessionBegun = "session-begun"
        case sessionEnded = "session-ended"
        case tokenReused = "token-reused"
        case apiKeyMade = "api-key-made"
        case apiKeyRevoked = "api-key-revoked"
        case apiKeyPasskeyAdded = "api-key-passkey-added"
        case apiKeyPasskeyRemoved = "api-key-passkey-removed"
        case apiKeyPasskeyRefused = "api-key-passkey-refused"
        case signingKeyMade = "signing-key-made"
    }

    /// A refused sign-in, with the error code and, for a token, the reason of its refusal.
    func refused(_ event: Event, by signInMethod: SignInMethod, _ error: any Error, _ context: MessageContext) {
        var metadata: [String: String] = ["method": signInMethod.rawValue, "code": ErrorCode(of: error).rawValue]
        if let refusal = error as? TokenRefusal { metadata["reason"] = refusal.rawValue }
        if signInMethod.keepsClientInfo, let client = context.client {
            metadata["network"] = client.network.redacted
        }
        let isKept = event != .secondStepAsked && signInMethod.keepsRefusal(ErrorCode(of: error))
        write(.notice, "a person was not let in", event, context, metadata, isKept: isKept)
    }

    func refusedTicket(_ context: MessageContext) {
        write(
            .notice, "a second step was shown with no ticket from here", .secondStepRefused, context,
            ["reason": TokenRefusal.malformed.rawValue])
    }

    /// Logs a provider's token that was refused as a credential. An expired token is logged as information only,
    /// because tokens expire all the time.
    func refusedCredential(_ refused: RefusedToken, _ context: MessageContext) {
        write(
            refused.reason == .expired ? .info : .notice, "a token of an identity provider was refused",
            .credentialRefused, context, metadata(refused), isKept: refused.reason != .expired)
    }

    /// Logs a refused sign-in at a provider. `provider` is the operator's name; nil for an unknown sign-in.
    func refusedProviderSignIn(_ reason: String, at provider: String?, _ context: MessageContext) {
        write(
            .notice, "a sign-in by an identity provider was refused", .providerSignInRefused, context,
            ["reason": reason, "issuer": provider ?? "none"])
    }

    func refusedLogout(_ refused: RefusedToken, _ context: MessageContext) {
        write(.notice, "a logout does not come from an identity provider", .logoutRefused, context, metadata(refused))
    }

    private func metadata(_ refused: RefusedToken) -> [String: String] {
        ["reason": refused.reason.rawValue, "issuer": refused.issuer ?? "none"]
    }

    func tookLogout(of issuer: String, isNew: Bool, sessions: Int, _ context: MessageContext) {
        write(
            .info, "an identity provider tells that a person has signed out", .logoutTaken, context,
            ["issuer": issuer, "isNew": "\(isNew)", "sessions": "\(sessions)"])
    }

    func exchanged(_ token: ExchangeToken.Reply, _ context: MessageContext) {
        // There may be a thousand such events in a second.
        write(
            .debug, "a token was made for another", .tokenExchanged, context,
            ["token": token.id.text, "session": token.session.text, "account": token.account.text], isKept: false)
    }

    func revoked(_ token: TokenID, of session: SessionID, _ context: MessageContext) {
        write(
            .info, "an exchanged token was revoked", .tokenRevoked, context,
            ["token": token.text, "session": session.text])
    }

    func refusedNotification(_ refusal: TokenRefusal, _ context: MessageContext) {
        write(
            .notice, "a notification does not come from Apple", .notificationRefused, context,
            ["reason": refusal.rawValue])
    }

    func tookNotification(_ type: String, of account: AccountID, _ context: MessageContext) {
        write(
            .info, "Apple tells of a person's decision", .notificationTaken, context,
            ["type": type, "account": account.text])
    }

    func began(_ session: SessionSummary, _ context: MessageContext) {
        write(
            .info, "a session has begun", .sessionBegun, context,
            [
                "session": session.session.text, "account": session.account.text,
                "method": session.signInMethod.rawValue, "kind": session.kind.rawValue,
            ], isKept: false)
    }

    /// Logs the end of a session. `context` is that of the request that ended it, if any.
    func ended(_ session: EndedSession, _ context: MessageContext?) {
        let metadata: [String: String] = [
            "session": session.session.text, "account": session.account.text,
            "reason": session.reason.rawValue,
        ]
        if session.reason == .reuse {
            write(.warning, "a token was used twice: it is in two hands", .tokenReused, context, metadata)
        }
        write(.info, "a session has ended", .sessionEnded, context, metadata, isKept: session.reason.isKept)
    }

    func madeAPIKey(_ key: APIKeySummary, _ context: MessageContext) {
        let scopes = key.scopes.map(\.rawValue).joined(separator: ",")
        write(.notice, "an API key was made", .apiKeyMade, context, ["key": key.id.text, "scopes": scopes])
    }

    func revokedAPIKey(_ id: APIKeyID, _ context: MessageContext) {
        write(.notice, "an API key was revoked", .apiKeyRevoked, context, ["key": id.text])
    }

    func addedPasskey(to key: APIKeyID, _ context: MessageContext) {
        write(.notice, "a passkey was added to an API key", .apiKeyPasskeyAdded, context, ["key": key.text])
    }

    func removedPasskey(of key: APIKeyID, _ context: MessageContext) {
        write(.notice, "a passkey of an API key was removed", .apiKeyPasskeyRemoved, context, ["key": key.text])
    }

    func refusedPasskey(_ refusal: PasskeyRefusal, of key: APIKeyID?, _ context: MessageContext) {
        var metadata: [String: String] = ["reason": refusal.rawValue]
        if let key { metadata["key"] = key.text }
        // A count that does not grow may mean that the authenticator was cloned.
        write(
            refusal == .counter ? .warning : .notice, "a passkey of an operator was refused", .apiKeyPasskeyRefused,
            context, metadata)
    }

    func madeSigningKey(_ id: String, signsFrom moment: UnixTime, _ context: MessageContext?) {
        write(
            .notice, "a signing key was made", .signingKeyMade, context,
            ["key": id, "signsFrom": String(moment.rawValue / 1000)])
    }

    private func write(
        _ level: Logger.Level, _ message: Logger.Message, _ event: Event, _ context: MessageContext?,
        _ metadata: [String: String], isKept: Bool = true
    ) {
        if isKept { keep(event, context, metadata) }
        var metadata = metadata
        metadata["event"] = event.rawValue
        let logger = context.map { self.logger.following($0) } ?? logger
        logger.log(level: level, message, metadata: metadata.mapValues { Logger.MetadataValue.string($0) })
    }

    /// Stores the event for operators' lists: the line's content, in the members that all events share.
    private func keep(_ event: Event, _ context: MessageContext?, _ metadata: [String: String]) {
        func joined(_ keys: String...) -> String? {
            let texts = keys.compactMap { metadata[$0] }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        }
        kept.record(
            event.rawValue, joined("account").flatMap { AccountID($0) }, method: joined("method"),
            reason: joined("code", "reason", "type", "scopes"), network: joined("network"),
            subject: joined("issuer", "key", "token", "session"), request: context?.requestID)
    }
}

extension SignInMethod {
    /// Whether to store a refusal here. The identity service stores refusals of known accounts, with the account.
    fileprivate func keepsRefusal(_ code: ErrorCode) -> Bool {
        // A failure of this server says nothing about the client.
        guard ![.unavailable, .overloaded, .timedOut, .internalFailure].contains(code) else { return false }
        return switch self {
        case .password, .appwrite: false
        case .passkey, .emailCode: code == .rateLimited
        case .apple, .issuer, .anonymous: true
        }
    }
}

extension SessionEnd.Reason {
    /// Whether operators need to see the end in their lists. Ends by users, expiry, limits and settings are left out.
    fileprivate var isKept: Bool {
        switch self {
        // A reused token is stored as an event of its own.
        case .signedOut, .limit, .expired, .accountErased, .reuse, .issuerRemoved: false
        case .accountDisabled, .accountSignedOut, .providerSignedOut: true
        }
    }
}
