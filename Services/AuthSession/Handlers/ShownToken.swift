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
    /// Finds out what a token is; of an identity provider's, that it counts at all.
    ///
    /// Why one does not is told to the log and the counts.
    ///
    /// - Throws: `TokenRefusal` for a token of an identity provider that does not count, or could be one; `unavailable` when
    ///   it cannot be found out.
    nonisolated(nonsending) func read(_ token: SecretText, _ context: MessageContext) async throws -> ShownToken {
        if let hash = OpaqueSecret.session.hash(token) { return .secret(hash) }
        if let claims = accessTokens.read(token) { return .own(claims) }
        guard let issuers else { return .nothing }
        do { return .issued(try await issuers.credential(token, source: context.source)) } catch let refused
            as RefusedToken
        {
            log.refusedCredential(refused, context)
            metrics.countRefusedToken(refused.reason, of: refused.issuer)
            throw refused.reason
        } catch let issuer as IssuerUnreachable {
            throw ServiceError.issuerUnreachable(issuer)
        }
    }

    /// The names of what a token of an identity provider is about.
    func names(of token: IssuedToken, installation: String?) -> IssuedNames {
        issuedNaming.names(
            issuer: token.issuer.issuer, subject: token.subject, providerSession: token.providerSession,
            installation: installation, token: token.digest)
    }
}

extension ServiceError {
    static func issuerUnreachable(_ issuer: IssuerUnreachable) -> ServiceError {
        ServiceError(
            .unavailable, "the identity provider cannot be asked for its keys; try again",
            retryAfter: issuer.retryAfter)
    }
}

extension MessageContext {
    /// From where a request comes, as far as one source of requests is told from another; "" where it is not said.
    var source: String { ClientNetwork(client?.address).ownerText }
}

extension TokenRefusal {
    /// The code that whoever shows the token as a credential is told.
    var credentialCode: ErrorCode { self == .expired ? .tokenExpired : .invalidToken }
}
