import Models
import ServiceRuntime
import ServiceSettings

enum ShownToken: Sendable {
    case secret([UInt8])
    /// A token made here, expired or not.
    case own(AccessClaims)
    case issued(IssuedToken)
    case nothing
}

extension SessionContext {
    /// Identifies a token, and verifies it if an identity provider issued it. The log and the counts get the reason of
    /// a refusal. Throws `TokenRefusal` if the token is refused, and `unavailable` if this cannot be decided now.
    func read(_ token: SecretText, _ context: MessageContext) async throws -> ShownToken {
        if let hash = OpaqueSecret.session.hash(token) { return .secret(hash) }
        if let claims = await accessTokens.readFromAnyProcess(token) { return .own(claims) }
        guard let issuers else { return .nothing }
        do { return .issued(try await issuers.credential(token, source: context.source)) } catch let refused
            as RefusedToken
        {
            log.refusedCredential(refused, context)
            metrics.countRefusedToken(refused.reason, of: refused.issuer)
            throw refused.reason
        }
    }

    /// Verifies a token of Apple. Throws `unavailable` if Apple cannot be asked for an unknown key.
    func verify(
        _ token: SecretText, for purpose: TokenPurpose, _ apple: TokenVerifier, _ context: MessageContext
    ) async throws -> VerifiedToken {
        do {
            return try await apple.verify(token, for: purpose, source: context.source)
        } catch let issuer as IssuerUnreachable {
            throw ServiceError.unreachable("Apple", retryAfter: issuer.retryAfter)
        }
    }

    func names(of token: IssuedToken, installation: String?) -> IssuedNames {
        issuedNaming.names(
            issuer: token.issuerName, subject: token.subject, providerSession: token.providerSession,
            installation: installation, token: token.digest)
    }
}

extension MessageContext {
    /// The client's network, which the limits count; "" if it is unknown.
    var source: String { ClientNetwork(client?.address).ownerText }
}
