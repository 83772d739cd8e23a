public import BaliseAPI

extension BaliseClient {
    /// Creates Sign in with Apple for the app.
    /// - Parameter authorizer: Shows the sheet: `SystemAppleIDAuthorizer` in an app.
    public func appleSignIn(_ authorizer: any AppleIDAuthorizer) -> AppleSignIn {
        AppleSignIn(authorizer: authorizer, sessions: sessions, random: configuration.random)
    }
}

/// Signs in with Apple, and ends the session when the user withdraws the consent at Apple.
///
/// The request asks only for the identity token: no name, no address. Each request has its own nonce. Apple gets the
/// SHA-256 of the nonce and the server gets the nonce, so that a token of another request is useless.
///
///     let apple = client.appleSignIn(SystemAppleIDAuthorizer { view.window })
///     Task { await apple.run() }
///     // For the button:
///     try await apple.signIn()
public struct AppleSignIn: Sendable {
    let authorizer: any AppleIDAuthorizer
    let sessions: SessionsAPI
    let random: any BaliseRandomSource

    // MARK: Signing in

    /// Shows the system's sheet and signs in. The first sign-in creates the account.
    /// - Returns: The user; nil when the user has cancelled.
    /// - Throws: `system` when the sheet cannot be shown, and the errors of ``SessionsAPI``.
    @discardableResult
    public func signIn() async throws(BaliseError) -> BaliseUser? {
        let nonce = makeNonce()
        guard let authorization = try await authorizer.authorize(hashedNonce: nonce.hashed) else { return nil }
        return try await signIn(with: authorization, nonce: nonce)
    }

    /// Creates a nonce for a request that the app itself makes, for example with `SignInWithAppleButton`.
    public func makeNonce() -> AppleNonce { AppleNonce(random: random) }

    /// Signs in with a result that the app got from the system.
    /// - Parameter nonce: The nonce whose `hashed` was in the request.
    @discardableResult
    public func signIn(
        with authorization: AppleIDAuthorization, nonce: AppleNonce
    ) async throws(BaliseError) -> BaliseUser {
        try await sessions.signInWithApple(
            identityToken: authorization.identityToken, nonce: nonce,
            authorizationCode: authorization.authorizationCode, appleUser: authorization.user)
    }

    /// Asks the user to confirm with Apple again, as a proof of identity, for example for
    /// ``AccountsAPI/erase(proof:)``.
    /// - Returns: The proof; nil when the user has cancelled.
    public func identityProof() async throws(BaliseError) -> IdentityProof? {
        let nonce = makeNonce()
        guard let authorization = try await authorizer.authorize(hashedNonce: nonce.hashed) else { return nil }
        return .apple(identityToken: authorization.identityToken, nonce: nonce.value)
    }

    // MARK: Validity

    /// Ends the session when its sign-in is no longer valid at Apple: checks now, and whenever the system reports a
    /// revoked credential, until the task is cancelled. Call this at each start of the app, in a task of its own.
    ///
    /// ``BaliseSessionState`` becomes `signedOut(.appleCredentialGone)`. Sessions of other methods and of earlier
    /// versions of the app are not checked. If Apple cannot be asked, the session continues until the next start.
    public func run() async {
        // The observation begins before the first check, so that no event is missed in between.
        let revocations = authorizer.revocations()
        _ = try? await checkCredential()
        for await _ in revocations { try? await endAfterRevocation() }
    }

    /// Checks now whether the session's sign-in is valid at Apple, and ends the session if it is not.
    /// - Returns: The state at Apple; nil if the user did not sign in with Apple.
    /// - Throws: `system` when Apple cannot be asked; `storage` when an ended session could not be removed.
    @discardableResult
    public func checkCredential() async throws(BaliseError) -> AppleCredentialState? {
        guard let user = try await sessions.tokenStore.appleUser() else { return nil }
        let state = try await authorizer.credentialState(of: user.id)
        if state.endsSession { try await sessions.leave(.appleCredentialGone, of: user.signIn) }
        return state
    }

    /// Ends the session after a revocation. The event does not say whose credential was revoked. If the system cannot
    /// be asked, this user's session ends.
    private func endAfterRevocation() async throws(BaliseError) {
        guard let user = try await sessions.tokenStore.appleUser() else { return }
        let state = (try? await authorizer.credentialState(of: user.id)) ?? .revoked
        if state.endsSession { try await sessions.leave(.appleCredentialGone, of: user.signIn) }
    }
}
