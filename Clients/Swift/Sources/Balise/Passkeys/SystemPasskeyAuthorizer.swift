// Passkeys by Apple's systems.

#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    import AuthenticationServices
    import Foundation

    /// Makes and shows passkeys of the device and of the person's other devices.
    ///
    /// The app has to have the capability Associated Domains with `webcredentials:` and the domain of the passkeys, and
    /// that domain a file `/.well-known/apple-app-site-association` that names the app.
    public struct SystemPasskeyAuthorizer: PasskeyAuthorizer {
        private let anchor: BalisePresentationAnchor

        /// An authorizer.
        ///
        /// - Parameter anchor: The window over which the sheet is shown: `{ view.window }`.
        public init(anchor: @escaping BalisePresentationAnchor) { self.anchor = anchor }

        public func register(
            _ challenge: PasskeyRegistrationChallenge
        ) async throws(BaliseError) -> PasskeyAttestation? {
            switch try await Self.answer(to: challenge, over: anchor) {
            case .attestation(let attestation): return attestation
            case nil: return nil
            default: throw .system("it answers with something else than a new passkey")
            }
        }

        public func assert(
            _ challenge: PasskeyAssertionChallenge, prompt: PasskeyPrompt
        ) async throws(BaliseError) -> PasskeyAssertion? {
            switch try await Self.answer(to: challenge, over: anchor, prompt: prompt) {
            case .assertion(let assertion): return assertion
            case nil: return nil
            default: throw .system("it answers with something else than a passkey")
            }
        }

        @MainActor
        private static func answer(
            to challenge: PasskeyRegistrationChallenge, over anchor: BalisePresentationAnchor
        ) async throws(BaliseError) -> SystemAuthorization.Answer? {
            let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
                relyingPartyIdentifier: challenge.relyingParty)
            let request = provider.createCredentialRegistrationRequest(
                challenge: challenge.challenge, name: challenge.userName, userID: challenge.userID)
            request.displayName = challenge.displayName.isEmpty ? challenge.userName : challenge.displayName
            request.userVerificationPreference = .init(challenge.userVerification)
            // Earlier systems know of no exclusion; there the server refuses a passkey that it has.
            if #available(iOS 17.4, macOS 14.4, *) {
                request.excludedCredentials = challenge.excluded.map {
                    ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0)
                }
            }
            return try await SystemAuthorization.answer(to: request, over: anchor)
        }

        @MainActor
        private static func answer(
            to challenge: PasskeyAssertionChallenge, over anchor: BalisePresentationAnchor, prompt: PasskeyPrompt
        ) async throws(BaliseError) -> SystemAuthorization.Answer? {
            let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
                relyingPartyIdentifier: challenge.relyingParty)
            let request = provider.createCredentialAssertionRequest(challenge: challenge.challenge)
            request.userVerificationPreference = .init(challenge.userVerification)
            request.allowedCredentials = challenge.allowed.map {
                ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0)
            }
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
