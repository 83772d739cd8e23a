// Signing in and out, and the sessions of the person who is signed in.

public import BaliseAPI
import BaliseJSON
import Foundation

extension BaliseClient {
    /// Signing in by every method, signing out, and the person's sessions on all devices.
    public var sessions: SessionsAPI {
        SessionsAPI(caller: caller, tokenStore: tokenStore, configuration: configuration)
    }
}

/// Signs people in and out, and shows and ends their sessions.
///
/// Whoever signs in takes the place of whoever was signed in on this device; that session goes on at the server unless
/// it is ended before. Every call may throw any `BaliseError`.
public struct SessionsAPI: Sendable {
    /// The longest wait before a try to sign in is repeated, in seconds: somebody is watching.
    private static let maximumWait = 2.0

    let caller: APICaller
    let tokenStore: SessionTokenStore
    let configuration: BaliseConfiguration

    // MARK: Sign-in methods

    /// Signs in with a password.
    ///
    /// A wrong name or password is the refusal `wrongCredentials`; after several of them in a row `rateLimited`, with
    /// the seconds to wait. Where the account takes a second step, it is `secondStepNeeded`: have the person show a code, and
    /// call `takeSecondStep` with the `ticket` of the refusal.
    ///
    /// - Parameters:
    ///   - login: The user name, e-mail address or phone number.
    ///   - password: The password, as the person typed it.
    ///   - isRemembered: Whether the session outlives a month without use.
    ///   - cancelsErasure: Whether the person takes back that the account is to be erased; without it that is the refusal
    ///     `erasurePending`, which says until when they may.
    /// - Returns: Who signed in.
    @discardableResult
    public func signIn(
        _ login: String, password: SecretString, isRemembered: Bool = true, cancelsErasure: Bool = false
    ) async throws(BaliseError) -> BaliseUser {
        // By this member the server tells apps that continue their sessions from those that do not.
        let body = SignInRequest(
            username: login, password: password, rememberDevice: isRemembered,
            cancelErasure: cancelsErasure ? true : nil)
        return try await begin(AppCalls.signIn, body)
    }

    /// Makes an account and signs in to it.
    ///
    /// A name that somebody else has is the refusal `duplicate`. Without a `username` the session has one token for its
    /// whole life, which is not continued.
    ///
    /// - Returns: Who signed up.
    @discardableResult
    public func register(_ person: RegisterRequest) async throws(BaliseError) -> BaliseUser {
        try await begin(AppCalls.register, person)
    }

    /// Signs in with Apple's identity token, which the server verifies. The first time makes the account.
    ///
    /// A token that does not count is the refusal `invalidToken`, whatever is wrong with it.
    ///
    /// - Parameters:
    ///   - identityToken: `ASAuthorizationAppleIDCredential.identityToken` as text.
    ///   - nonce: The nonce whose `hashed` value was in the request to Apple; nil where there was none.
    ///   - authorizationCode: With it the server can tell Apple when the account is erased.
    ///   - appleUser: `ASAuthorizationAppleIDCredential.user`, which is kept on this device alone, with the session:
    ///     by it ``AppleSignIn`` sees that the person has withdrawn their consent at Apple. Nil not to look.
    ///   - cancelsErasure: As for `signIn`.
    /// - Returns: Who signed in.
    @discardableResult
    public func signInWithApple(
        identityToken: SecretString, nonce: AppleNonce? = nil, authorizationCode: SecretString? = nil,
        appleUser: String? = nil, cancelsErasure: Bool = false
    ) async throws(BaliseError) -> BaliseUser {
        let body = SignInWithAppleRequest(
            identityToken: identityToken, nonce: nonce?.value, authorizationCode: authorizationCode,
            cancelErasure: cancelsErasure ? true : nil)
        return try await begin(AppCalls.signInWithApple, body, appleUser: appleUser)
    }

    /// What an authenticator needs to show a passkey. Nobody has to say who they are: the person chooses a passkey.
    public func beginPasskeySignIn() async throws(BaliseError) -> PasskeyRequestOptions {
        let answer: ResponseEnvelope<PasskeyRequestOptions> = try await caller.call(AppCalls.beginPasskeySignIn)
        return answer.data
    }

    /// Signs in with the passkey that an authenticator has shown within five minutes.
    ///
    /// One that does not count is the refusal `invalidToken`, whatever is wrong with it.
    ///
    /// - Parameters:
    ///   - passkey: What the authenticator answered. After the refusal `erasurePending` it can be shown once more.
    ///   - cancelsErasure: Whether to take back that the account is to be erased; without it that is the refusal
    ///     `erasurePending`, which says until when they may.
    /// - Returns: Who signed in.
    @discardableResult
    public func signInWithPasskey(
        _ passkey: SignInWithPasskeyRequest, cancelsErasure: Bool = false
    ) async throws(BaliseError) -> BaliseUser {
        var body = passkey
        if cancelsErasure { body.cancelErasure = true }
        return try await begin(AppCalls.signInWithPasskey, body)
    }

    /// Finishes a sign-in that was the refusal `secondStepNeeded`.
    ///
    /// A wrong code is the refusal `codeMismatch`, and what cannot be a code `invalidRequest`; then another one can be shown with
    /// the same ticket. A ticket that
    /// counts no more, after five minutes at the latest, is `invalidToken`: the person signs in once more.
    ///
    /// - Parameters:
    ///   - ticket: That of the refusal.
    ///   - code: Of the authenticator app, or a recovery code.
    /// - Returns: Who signed in.
    @discardableResult
    public func takeSecondStep(
        ticket: SecretString, _ code: SecondStepCode
    ) async throws(BaliseError) -> BaliseUser {
        let body =
            switch code {
            case .app(let code): TakeSecondStepRequest(ticket: ticket, code: code)
            case .recovery(let code): TakeSecondStepRequest(ticket: ticket, recoveryCode: code)
            }
        return try await begin(AppCalls.takeSecondStep, body)
    }

    /// Has a code sent to an e-mail address to sign in with, if an account has confirmed it. The answer is the same whether
    /// one has.
    public func requestCode(email: String) async throws(BaliseError) {
        try await caller.send(AppCalls.requestEmailSignIn, body: EmailSignInRequest(email: email))
    }

    /// Signs in with the code that came by mail. It counts once, for ten minutes, and the latest one alone.
    ///
    /// What cannot be a code is the refusal `invalidRequest`, and whatever else is wrong with it `codeMismatch`. For an account that takes a second step the right one is
    /// `secondStepNeeded`, as for `signIn`.
    ///
    /// - Parameters:
    ///   - email: The address that the code was sent to.
    ///   - code: The digits, as the person typed them.
    ///   - isRemembered: Whether the session outlives a month without use.
    ///   - cancelsErasure: As for `signIn`.
    /// - Returns: Who signed in.
    @discardableResult
    public func signIn(
        email: String, code: SecretString, isRemembered: Bool = true, cancelsErasure: Bool = false
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
        let answer: SignedInResponse = try await caller.send(request, as: .none).body()
        guard let user = answer.user else { throw .unreadable("data.user is missing") }
        try await tokenStore.begin(KeptSession(answer, appleUser: appleUser, at: configuration.time.now))
        return user
    }

    // MARK: On this device

    /// Whether somebody is signed in on this device, as far as the device knows.
    public var state: BaliseSessionState {
        get async throws(BaliseError) { try await tokenStore.state() }
    }

    /// The state of this moment and every later one, for an app to show the right screen.
    public var states: AsyncStream<BaliseSessionState> {
        get async { await tokenStore.states() }
    }

    /// Signs out on this device, and tells the server. All tokens, also the identity provider's, are removed before
    /// anything is sent: an app that is killed while the network hangs is signed out at its next start. Somebody who
    /// signs in before the server has answered stays signed in.
    ///
    /// The call waits at most ten seconds for the server.
    ///
    /// - Returns: Whether the session has ended at the server too. If not, the person can end it from another device;
    ///   unused, it expires.
    /// - Throws: `storage` when what is kept could not be removed. The server was told all the same.
    @discardableResult
    public func signOut() async throws(BaliseError) -> Bool { try await leave(.signedOut) }

    /// As `signOut`, for a reason.
    ///
    /// - Parameter signIn: Whoever has signed in after it stays; nil to sign out whoever it is now.
    @discardableResult
    func leave(_ reason: SignOutReason, of signIn: Int? = nil) async throws(BaliseError) -> Bool {
        let (who, failure) = await tokenStore.leave(reason, of: signIn)
        let hasEnded = await caller.exchange.end(who, configuration)
        if let failure { throw failure }
        return hasEnded
    }

    // MARK: On all devices

    /// Where the person is signed in, the most recently active first.
    public func list() async throws(BaliseError) -> [BaliseSession] {
        try await caller.call(AppCalls.listSessions).data.sessions
    }

    /// Signs the person out on another device.
    ///
    /// - Parameter id: The session's; one that is not the person's is the refusal `notFound`.
    public func end(_ id: String) async throws(BaliseError) {
        try await caller.send(AppCalls.endSession, at: id)
    }

    /// Signs the person out everywhere else.
    ///
    /// - Returns: How many sessions have ended.
    @discardableResult
    public func endOthers() async throws(BaliseError) -> Int {
        try await caller.call(AppCalls.endOtherSessions).revokedCount
    }
}

/// What a person shows as the second step of their sign-in.
public enum SecondStepCode: Sendable {
    /// Six digits of their authenticator app, as the person typed them.
    case app(SecretString)
    /// A recovery code, which counts once; alone it has letters.
    case recovery(SecretString)
}
