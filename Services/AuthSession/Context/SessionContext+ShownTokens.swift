// What a token is that somebody shows, as far as it can be said without the database.

import Models
import ServiceRuntime
import ServiceSettings

/// What a token turned out to be.
enum ShownToken: Sendable {
    /// The secret of an opaque session, by its hash.
    case secret([UInt8])
    /// Of our own making, expired or not.
    case own(AccessClaims)
    /// Of an identity provider.
    case issued(IssuedToken)
    /// Of nobody who is known here.
    case nothing
}

extension SessionContext {
    /// Finds out what a token is, and verifies it when it is one of an identity provider.
    ///
    /// The log and the counts get the reason for which such a token is refused.
    ///
    /// - Throws: `TokenRefusal` for a token that is, or could be, one of an identity provider and is refused;
    ///   `unavailable` when that cannot be decided now.
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

    /// Verifies a token of Apple, and says so where Apple cannot be asked for a key that is not known.
    func verify(
        _ token: SecretText, for purpose: TokenPurpose, _ apple: AppleSignIn, _ context: MessageContext
    ) async throws -> VerifiedToken {
        do {
            return try await apple.verifier.verify(token, for: purpose, source: context.source)
        } catch let issuer as IssuerUnreachable {
            throw ServiceError.unreachable("Apple", retryAfter: issuer.retryAfter)
        }
    }

    /// The names of what a token of an identity provider is about.
    func names(of token: IssuedToken, installation: String?) -> IssuedNames {
        issuedNaming.names(
            issuer: token.issuerName, subject: token.subject, providerSession: token.providerSession,
            installation: installation, token: token.digest)
    }
}

extension MessageContext {
    /// The network that a request comes from, which stands for its source where limits count by source; "" when it is
    /// unknown.
    var source: String { ClientNetwork(client?.address).ownerText }
}
