public import BaliseAPI
import BaliseJSON
import Foundation

extension BaliseClient {
    /// Calls that sign users in by every method and sign them out, and calls about their sessions on all devices.
    public var sessions: SessionsAPI {
        SessionsAPI(caller: caller, tokenStore: tokenStore, configuration: configuration)
    }
}

/// Signs users in and out, and shows and ends their sessions. A sign-in replaces the session on this device. The former
/// session stays valid at the server unless you end it first. Every call may throw any `BaliseError`.
public struct SessionsAPI: Sendable {
    /// The longest `Retry-After` that a sign-in waits for, in seconds. It is short, because the user is waiting.
    private static let maximumWait = 2.0

    let caller: APICaller
    let tokenStore: SessionTokenStore
    let configuration: BaliseConfiguration

    // MARK: Sign-in methods

    /// Signs in with a password. A wrong name or password fails with `wrongCredentials`, repeated failures with
    /// `rateLimited` and the seconds to wait. On `secondStepNeeded`, ask for a code, and call `takeSecondStep` with the
    /// refusal's `ticket`.
    /// - Parameter login: The user name, e-mail address or phone number.
    /// - Parameter isRemembered: Whether the session survives a long time without use: by default 365 days instead of
    ///   30.
    /// - Parameter cancelsErasure: Whether to cancel the planned erasure of the account. Without this flag the call
    ///   fails with `erasurePending`, which says until when the user may cancel.
    @discardableResult
    public func signIn(
        _ login: String, password: SecretText, isRemembered: Bool = true, cancelsErasure: Bool = false
    ) async throws(BaliseError) -> BaliseUser {
        // `rememberDevice` tells the server that this app refreshes its sessions.
        let body = SignInRequest(
            username: login, password: password, rememberDevice: isRemembered,
            cancelErasure: cancelsErasure ? true : nil)
        return try await begin(AppCalls.signIn, body)
    }

    /// Creates an account and signs in. A taken name fails with `duplicate`. Without a `username`, the session has one
    /// token for its whole life, which is never refreshed.
    @discardableResult
    public func register(_ person: RegisterRequest) async throws(BaliseError) -> BaliseUser {
        try await begin(AppCalls.register, person)
    }

    /// Signs in with Apple's identity token, which the server verifies. The first sign-in creates the account. An
    /// invalid token fails with `invalidToken`, whatever the reason.
    /// - Parameter identityToken: `ASAuthorizationAppleIDCredential.identityToken` as text.
    /// - Parameter nonce: The nonce whose `hashed` value was in the request to Apple; nil if there was none.
    /// - Parameter authorizationCode: Lets the server inform Apple when the account is erased.
    /// - Parameter appleUser: `ASAuthorizationAppleIDCredential.user`, stored on this device only, so that
    ///   ``AppleSignIn`` notices a withdrawn consent. Nil to skip that check.
    /// - Parameter cancelsErasure: As for `signIn`.
    @discardableResult
    public func signInWithApple(
        identityToken: SecretText, nonce: AppleNonce? = nil, authorizationCode: SecretText? = nil,
        appleUser: String? = nil, cancelsErasure: Bool = false
    ) async throws(BaliseError) -> BaliseUser {
        let body = SignInWithAppleRequest(
            identityToken: identityToken, nonce: nonce?.value, authorizationCode: authorizationCode,
            cancelErasure: cancelsErasure ? true : nil)
        return try await begin(AppCalls.signInWithApple, body, appleUser: appleUser)
    }

    /// Returns the options for a sign-in with a passkey. They need no user name: the user chooses a passkey.
    public func beginPasskeySignIn() async throws(BaliseError) -> PasskeyRequestOptions {
        try await caller.call(AppCalls.beginPasskeySignIn).data
    }

    /// Signs in with a passkey, at most five minutes after `beginPasskeySignIn()`. An invalid answer fails with
    /// `invalidToken`, whatever the reason.
    /// - Parameters:
    ///   - passkey: The authenticator's answer. After the refusal `erasurePending` you may send it a second time.
    ///   - cancelsErasure: As for `signIn`.
    @discardableResult
    public func signInWithPasskey(
        _ passkey: SignInWithPasskeyRequest, cancelsErasure: Bool = false
    ) async throws(BaliseError) -> BaliseUser {
        var body = passkey
        if cancelsErasure { body.cancelErasure = true }
        return try await begin(AppCalls.signInWithPasskey, body)
    }

    /// Completes a sign-in that failed with `secondStepNeeded`. After `codeMismatch` (a wrong code) or `invalidRequest`
    /// (a malformed code) the ticket allows another try. A ticket older than five minutes fails with `invalidToken`.
    /// - Parameter ticket: The `ticket` of the refusal.
    /// - Parameter code: A code of the authenticator app, or a recovery code.
    @discardableResult
    public func takeSecondStep(ticket: SecretText, _ code: SecondStepCode) async throws(BaliseError) -> BaliseUser {
        let body =
            switch code {
            case .app(let code): TakeSecondStepRequest(ticket: ticket, code: code)
            case .recovery(let code): TakeSecondStepRequest(ticket: ticket, recoveryCode: code)
            }
        return try await begin(AppCalls.takeSecondStep, body)
    }

    /// Sends a sign-in code to an e-mail address if an account has confirmed it; the answer does not reveal that.
    public func requestCode(email: String) async throws(BaliseError) {
        try await caller.send(AppCalls.requestEmailSignIn, body: EmailSignInRequest(email: email))
    }

    /// Signs in with a code from an e-mail. A code is valid once and for ten minutes; a newer code replaces it. A
    /// malformed code fails with `invalidRequest`, any other bad code with `codeMismatch`. With the right code, the
    /// call still fails with `secondStepNeeded` if the account has a second step.
    /// - Parameter email: The address that the code was sent to.
    /// - Parameter code: The digits, as the user typed them.
    /// - Parameter isRemembered: As for the sign-in with a password, like `cancelsErasure`.
    @discardableResult
    public func signIn(
        email: String, code: SecretText, isRemembered: Bool = true, cancelsErasure: Bool = false
    ) async throws(BaliseError) -> BaliseUser {
        let body = SignInWithEmailCodeRequest(
            email: email, code: code, rememberDevice: isRemembered, cancelErasure: cancelsErasure ? true : nil)
        return try await begin(AppCalls.signInWithEmailCode, body)
    }

    func begin<Body>(
        _ call: APICallDefinition<Body, SignedInResponse>, _ body: Body, appleUser: String? = nil
    ) async throws(BaliseError) -> BaliseUser {
        var request = APIRequest(call, body: .json(body))
        request.maximumWait = Self.maximumWait
        let answer: SignedInResponse = try await caller.send(request, as: .anybody).body()
        guard let user = answer.user else { throw .unreadable("data.user is missing") }
        try await tokenStore.begin(KeptSession(answer, appleUser: appleUser, at: configuration.time.now))
        return user
    }

    // MARK: On this device

    /// The session's state on this device, without asking the server.
    public var state: BaliseSessionState { get async throws(BaliseError) { try await tokenStore.state() } }

    /// The current state and every later state, so that an app can show the right screen.
    public var states: AsyncStream<BaliseSessionState> { get async { await tokenStore.states() } }

    /// Signs out on this device, then informs the server. All tokens, including the identity provider's, are removed
    /// before anything is sent, so an app killed during the call is signed out at its next start. A user who signs in
    /// during the call stays signed in. The call waits at most ten seconds for the server.
    /// - Returns: Whether the session has ended at the server, too. If not, the user can end it from another device, or
    ///   it expires without use.
    /// - Throws: `storage` when the stored session could not be removed. The server is informed all the same.
    @discardableResult
    public func signOut() async throws(BaliseError) -> Bool { try await leave(.signedOut) }

    /// Signs out like `signOut`, with another reason.
    /// - Parameter signIn: Ends only the session of this sign-in; nil to end the current session.
    @discardableResult
    func leave(_ reason: SignOutReason, of signIn: Int? = nil) async throws(BaliseError) -> Bool {
        let (who, failure) = await tokenStore.leave(reason, of: signIn)
        let hasEnded = await caller.exchange.end(who)
        if let failure { throw failure }
        return hasEnded
    }

    // MARK: On all devices

    /// Returns the user's sessions, the most recently active first.
    public func list() async throws(BaliseError) -> [BaliseSession] {
        try await caller.call(AppCalls.listSessions).data.sessions
    }

    /// Ends a session on another device.
    /// - Parameter id: The session's id. An id of another user fails with `notFound`.
    public func end(_ id: String) async throws(BaliseError) { try await caller.send(AppCalls.endSession, at: id) }

    /// Ends every other session of the user, and returns their number.
    @discardableResult
    public func endOthers() async throws(BaliseError) -> Int {
        try await caller.call(AppCalls.endOtherSessions).revokedCount
    }
}

/// A code for the second step of a sign-in.
public enum SecondStepCode: Sendable {
    /// Six digits from the authenticator app, as the user typed them.
    case app(SecretText)
    /// A recovery code, valid once. Unlike a code of the authenticator app it contains letters.
    case recovery(SecretText)
}
