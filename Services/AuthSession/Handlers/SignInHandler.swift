import MessageBus
import Models

struct SignInHandler: Sendable {
    let service: SessionContext

    func handle(_ request: SignIn, _ context: MessageContext) async throws -> SignedIn {
        let signInMethod = request.signInMethod ?? .password
        guard signInMethod == .password || signInMethod == .appwrite else {
            throw ServiceError(
                .invalidRequest, "the method \(signInMethod.rawValue) has no password to sign in with")
        }
        return try await service.signIn(by: signInMethod, request.kind, isRemembered: request.isRemembered, context) {
            let message = VerifyPassword(
                signInMethod: signInMethod, login: request.login, password: request.password,
                seen: await seenSession(request.shown, context), cancelsErasure: request.cancelsErasure,
                takesSecondStep: true)
            do {
                return Recognised(
                    person: try await service.client.send(message, context),
                    rest: Recognised.Rest(cancelsErasure: request.cancelsErasure ?? false))
            } catch BusError.refused(let error) where error.code == .wrongCredentials {
                try await service.checkNoAccountsAreMissing()
                throw error
            }
        }
    }

    /// The session of a credential that was made here, even an ended one; nil for anything else. It only shows that
    /// this app was signed in before, so an error is treated as nil.
    private func seenSession(
        _ shown: SecretText?, _ context: MessageContext
    ) async -> SeenSession? {
        guard let shown else { return nil }
        let key: SessionKey
        if let hash = OpaqueSecret.session.hash(shown) {
            key = .secret(hash)
        } else if let refresh = service.refreshTokens.read(shown) {
            key = .id(refresh.session)
        } else if let claims = await service.accessTokens.readFromAnyProcess(shown), claims.exchange == nil {
            key = .id(claims.session)
        } else {
            return nil
        }
        guard let session = try? await service.store.find(key).value else { return nil }
        return SeenSession(account: session.account, session: session.id)
    }
}
