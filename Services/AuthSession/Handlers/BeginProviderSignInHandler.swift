import Crypto
import Foundation
import Models
import ServiceSettings

struct BeginProviderSignInHandler: Sendable {
    let service: SessionContext

    /// The limit for the app's own state, in bytes.
    private static let maximumAppState = 512

    func handle(_ request: BeginProviderSignIn, _ context: MessageContext) async throws -> BeginProviderSignIn.Reply {
        let provider = try service.providers.find(request.provider)
        guard request.isOwnPage == true || service.providers.redirectURIs.contains(request.redirectURI) else {
            throw ServiceError(
                .invalidRequest,
                "redirect_uri is not an address that the operator has registered (oauth.redirectUris)")
        }
        guard PKCE.isChallenge(request.challenge) else {
            throw ServiceError(.invalidRequest, "code_challenge has to be the SHA-256 of the verifier in base64url")
        }
        guard request.appState?.value.utf8.count ?? 0 <= BeginProviderSignInHandler.maximumAppState else {
            throw ServiceError(
                .invalidRequest, "state has at most \(BeginProviderSignInHandler.maximumAppState) bytes")
        }
        let endpoint: URL
        do throws(ProviderSignInFailure) {
            let metadata = try await provider.addresses.metadata()
            // The user is not redirected if this server could not process the answer.
            _ = try provider.exchange.proof(at: metadata)
            endpoint = metadata.authorizationEndpoint
        } catch {
            service.refused(error, at: provider, context)
            throw ServiceError(.unavailable, error.text(provider.settings.name), retryAfter: 60)
        }
        let binding = secret()
        let begun = BegunSignIn(
            provider: provider.settings.name, nonce: secret(), verifier: secret(),
            bindingHash: Array(SHA256.hash(data: Data(binding.value.utf8))), callback: request.callback,
            redirectURI: request.redirectURI, appChallenge: request.challenge, appState: request.appState,
            end: service.clock.now().adding(seconds: BegunSignIn.lifetime))
        let state = try service.signInSeal.sealed(begun)
        return BeginProviderSignIn.Reply(
            location: provider.location(of: begun, state: state, at: endpoint), binding: binding)
    }

    private func secret() -> SecretText { SecretText(base64URL(service.random(32))) }
}

extension SessionContext {
    /// Reports a failed web sign-in to the log and the counts.
    func refused(_ failure: ProviderSignInFailure, at provider: SignInProvider, _ context: MessageContext) {
        log.refusedProviderSignIn(failure.reason, at: provider.settings.name, context)
        metrics.countProviderSignIn(at: provider.settings.name, failure.label)
        if case .token(let refusal) = failure {
            metrics.countRefusedToken(refusal, of: provider.settings.name)
        }
    }
}
