#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    public import AuthenticationServices
    import BaliseAPI
    import Foundation

    /// Shows the system's sheet for Sign in with Apple, and asks the system whether a sign-in is still valid. The app
    /// needs the capability, and the server's setting `apple.audiences` must contain the app's bundle id.
    public struct SystemAppleIDAuthorizer: AppleIDAuthorizer {
        private let anchor: BalisePresentationAnchor

        /// Creates an authorizer.
        /// - Parameter anchor: The window over which the sheet appears: `{ view.window }`.
        public init(anchor: @escaping BalisePresentationAnchor) { self.anchor = anchor }

        public func authorize(hashedNonce: String) async throws(BaliseError) -> AppleIDAuthorization? {
            try await Self.answer(hashedNonce: hashedNonce, over: anchor)
        }

        @MainActor
        private static func answer(
            hashedNonce: String, over anchor: BalisePresentationAnchor
        ) async throws(BaliseError) -> AppleIDAuthorization? {
            let request = ASAuthorizationAppleIDProvider().createRequest()
            request.prepareForBalise(hashedNonce: hashedNonce)
            switch try await SystemAuthorization.answer(to: request, over: anchor) {
            case .appleID(let authorization): return authorization
            case nil: return nil
            default: throw .system("it answers with something else than Sign in with Apple")
            }
        }

        public func credentialState(of user: String) async throws(BaliseError) -> AppleCredentialState {
            let state: ASAuthorizationAppleIDProvider.CredentialState
            do { state = try await ASAuthorizationAppleIDProvider().credentialState(forUserID: user) } catch {
                throw .system("Sign in with Apple: \(error.localizedDescription)")
            }
            switch state {
            case .authorized: return .authorized
            case .revoked: return .revoked
            case .notFound: return .notFound
            case .transferred: return .transferred
            @unknown default: throw .system("the state of a credential is none that is known here")
            }
        }

        public func revocations() -> AsyncStream<Void> {
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let observer = RevocationObserver(continuation)
            continuation.onTermination = { _ in observer.end() }
            return stream
        }
    }

    private final class RevocationObserver: Sendable {
        // The compiler cannot check that the token is Sendable. It is: this class only gives it back to
        // NotificationCenter.
        private nonisolated(unsafe) let token: any NSObjectProtocol

        init(_ continuation: AsyncStream<Void>.Continuation) {
            token = NotificationCenter.default.addObserver(
                forName: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil, queue: nil
            ) { _ in continuation.yield() }
        }

        func end() { NotificationCenter.default.removeObserver(token) }
    }

    extension AppleIDAuthorization {
        /// Reads a credential; nil if the credential has no identity token.
        public init?(_ credential: ASAuthorizationAppleIDCredential) {
            guard let token = credential.identityToken.flatMap({ String(data: $0, encoding: .utf8) }) else {
                return nil
            }
            self.init(
                user: credential.user, identityToken: SecretText(token),
                authorizationCode: credential.authorizationCode.flatMap { String(data: $0, encoding: .utf8) }
                    .map { SecretText($0) })
        }
    }

    extension ASAuthorizationAppleIDRequest {
        /// Asks for an identity token with a nonce, and for no personal data.
        func prepareForBalise(hashedNonce: String) {
            requestedScopes = []
            nonce = hashedNonce
        }
    }
#endif
