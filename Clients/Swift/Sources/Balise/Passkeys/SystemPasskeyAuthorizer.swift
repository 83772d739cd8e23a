#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    import AuthenticationServices
    public import BaliseAPI
    import Foundation

    /// Creates and uses passkeys of this device and of the user's other devices. The app needs the capability
    /// Associated Domains with `webcredentials:` and a domain whose `apple-app-site-association` names the app.
    public struct SystemPasskeyAuthorizer: PasskeyAuthorizer {
        private let anchor: BalisePresentationAnchor

        /// Creates an authorizer.
        /// - Parameter anchor: The window over which the sheet appears: `{ view.window }`.
        public init(anchor: @escaping BalisePresentationAnchor) { self.anchor = anchor }

        public func register(_ options: PasskeyCreationOptions) async throws(BaliseError) -> RegisterPasskeyRequest? {
            switch try await Self.answer(to: options, over: anchor) {
            case .attestation(let attestation): return attestation
            case nil: return nil
            default: throw .system("it answers with something else than a new passkey")
            }
        }

        public func assert(
            _ options: PasskeyRequestOptions, prompt: PasskeyPrompt
        ) async throws(BaliseError) -> SignInWithPasskeyRequest? {
            switch try await Self.answer(to: options, over: anchor, prompt: prompt) {
            case .assertion(let assertion): return assertion
            case nil: return nil
            default: throw .system("it answers with something else than a passkey")
            }
        }

        @MainActor
        private static func answer(
            to options: PasskeyCreationOptions, over anchor: BalisePresentationAnchor
        ) async throws(BaliseError) -> SystemAuthorization.Answer? {
            let asked = try PasskeyRegistrationOptions(options)
            let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.rp.id)
            let request = provider.createCredentialRegistrationRequest(
                challenge: asked.challenge, name: options.user.name, userID: asked.userID)
            let displayName = options.user.displayName
            request.displayName = displayName.isEmpty ? options.user.name : displayName
            request.userVerificationPreference = .init(
                PasskeyUserVerification(word: options.authenticatorSelection.userVerification))
            // Earlier systems cannot exclude passkeys. The server then refuses a passkey that it already has.
            if #available(iOS 17.4, macOS 14.4, *) {
                request.excludedCredentials = asked.excluded.map {
                    ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0)
                }
            }
            return try await SystemAuthorization.answer(to: request, over: anchor)
        }

        @MainActor
        private static func answer(
            to options: PasskeyRequestOptions, over anchor: BalisePresentationAnchor, prompt: PasskeyPrompt
        ) async throws(BaliseError) -> SystemAuthorization.Answer? {
            let challenge = try passkeyBytes(options.challenge, "challenge")
            let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.rpId)
            let request = provider.createCredentialAssertionRequest(challenge: challenge)
            request.userVerificationPreference = .init(PasskeyUserVerification(word: options.userVerification))
            return try await SystemAuthorization.answer(to: request, over: anchor, prompt: prompt)
        }
    }

    extension ASAuthorizationPublicKeyCredentialUserVerificationPreference {
        fileprivate init(_ verification: PasskeyUserVerification) {
            self =
                switch verification {
                case .required: .required
                case .preferred: .preferred
                case .discouraged: .discouraged
                }
        }
    }
#endif
