// Sign in with Apple from the first tap to the day on which the person withdraws their consent.

public import BaliseAPI

extension BaliseClient {
    /// Sign in with Apple, with what shows the system's sheet.
    ///
    /// - Parameter authorizer: `SystemAppleIDAuthorizer` in an app.
    public func appleSignIn(_ authorizer: any AppleIDAuthorizer) -> AppleSignIn {
        AppleSignIn(authorizer: authorizer, sessions: sessions, random: configuration.random)
    }
}

/// Signs in with Apple, and ends the session when the person withdraws their consent at Apple.
///
/// Nothing but the identity token is asked for: no name, no address. Each request has a nonce of its own, of which Apple
/// is shown the SHA-256 and the server the text, so that a token that was seen elsewhere is of no use.
///
///     let apple = client.appleSignIn(SystemAppleIDAuthorizer())
///     Task { await apple.run() }
///     // For the button:
///     try await apple.signIn()
public struct AppleSignIn: Sendable {
    let authorizer: any AppleIDAuthorizer
    let sessions: SessionsAPI
    let random: any BaliseRandomSource

    // MARK: Signing in

    /// Shows the system's sheet and signs in with what it gives. The first time makes the account.
    ///
    /// - Returns: Who signed in; nil when the person has cancelled.
    /// - Throws: `system` when there is no sheet to be shown, and what ``SessionsAPI`` throws.
    @discardableResult
    public func signIn() async throws(BaliseError) -> BaliseUser? {
        let nonce = makeNonce()
        guard let authorization = try await authorizer.authorize(hashedNonce: nonce.hashed) else { return nil }
        return try await signIn(with: authorization, nonce: nonce)
    }

    /// A nonce for one request that the app makes by itself, as `SignInWithAppleButton` wants it.
    public func makeNonce() -> AppleNonce { AppleNonce(random: random) }

    /// Signs in with what the system gave to the app.
    ///
    /// - Parameters:
    ///   - authorization: What the system gave.
    ///   - nonce: The one whose `hashed` was in the request.
    @discardableResult
    public func signIn(
        with authorization: AppleIDAuthorization, nonce: AppleNonce
    ) async throws(BaliseError) -> BaliseUser {
        try await sessions.signInWithApple(
            identityToken: authorization.identityToken, nonce: nonce,
            authorizationCode: authorization.authorizationCode, appleUser: authorization.user)
    }

    /// Has the person show once more who they are, for ``AccountsAPI/erase(proof:)``.
    ///
    /// - Returns: Nil when the person has cancelled.
    public func erasureProof() async throws(BaliseError) -> ErasureProof? {
        let nonce = makeNonce()
        guard let authorization = try await authorizer.authorize(hashedNonce: nonce.hashed) else { return nil }
        return .apple(identityToken: authorization.identityToken, nonce: nonce.value)
    }

    // MARK: Whether it still counts

    /// Ends the session when its sign-in counts at Apple no more: looks now, and whenever the system says that a
    /// credential was revoked, until the task is cancelled. Call it at each start of the app, in a task of its own.
    ///
    /// ``BaliseSessionState`` becomes `signedOut(.appleCredentialGone)`. A session that began in another way, or on an
    /// earlier version of the app, is left alone; so is one of which Apple cannot be asked, until the next start.
    public func run() async {
        // Before the first look, so that nothing is missed in between.
        let revocations = authorizer.revocations()
        _ = try? await checkCredential()
        for await _ in revocations { try? await endAfterRevocation() }
    }

    /// Looks now whether the sign-in of the session still counts at Apple, and ends the session when it does not.
    ///
    /// - Returns: Nil when nobody has signed in with Apple here.
    /// - Throws: `system` when Apple cannot be asked; the session goes on. `storage` when what is kept of a session that
    ///   is over could not be removed.
    @discardableResult
    public func checkCredential() async throws(BaliseError) -> AppleCredentialState? {
        guard let user = try await sessions.tokenStore.appleUser() else { return nil }
        let state = try await authorizer.credentialState(of: user.id)
        if state.endsSession { try await sessions.leave(.appleCredentialGone, of: user.signIn) }
        return state
    }

    /// A credential was revoked, and the system does not say whose. Where it cannot be asked, its word counts.
    private func endAfterRevocation() async throws(BaliseError) {
        guard let user = try await sessions.tokenStore.appleUser() else { return }
        let state = (try? await authorizer.credentialState(of: user.id)) ?? .revoked
        if state.endsSession { try await sessions.leave(.appleCredentialGone, of: user.signIn) }
    }
}
