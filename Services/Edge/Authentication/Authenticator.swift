// Finding out who asks.

import Models

/// Finds out who asks: takes the credential out of a request and asks auth-session what it is.
final class Authenticator: Sendable {
    private let services: any Services
    private let attempts: AttemptLimits

    init(services: any Services, attempts: AttemptLimits) {
        self.services = services
        self.attempts = attempts
    }

    /// Who is signed in. 401 says why nobody is.
    ///
    /// - Parameter servesStale: Whether the request is a reading that may go on while auth-session is away.
    func caller(of request: EdgeRequest, servesStale: Bool) async throws(EdgeError) -> Caller {
        guard let token = request.headers.bearerToken else { throw EdgeError(.authenticationRequired, "") }
        let principal = try await principal(.token(token), request)
        guard let account = principal.account, let session = principal.session else {
            throw EdgeError(.authenticationRequired, "")
        }
        return Caller(account: account, session: session, principal: principal)
    }

    /// The API key that is shown, if it may do what `scope` names. 401 without one, 403 when it may not.
    func authorize(_ request: EdgeRequest, scope: APIKeyScope) async throws(EdgeError) -> Principal {
        guard let key = request.headers.apiKey else { throw EdgeError(.authenticationRequired, "") }
        let principal = try await principal(.apiKey(SecretText(key)), request)
        guard principal.scopes.contains(scope) else { throw EdgeError(.forbidden, "") }
        return principal
    }

    /// Knows from now on that a session has ended.
    func forget(session: SessionID) {}

    private func principal(_ credential: Credential, _ request: EdgeRequest) async throws(EdgeError) -> Principal {
        let reply: Authenticate.Reply
        do {
            reply = try await services.send(Authenticate(credential: credential), request.context)
        } catch {
            throw EdgeError(error)
        }
        guard let principal = reply.principal else {
            attempts.recordFailure(.secret, from: request.context.client?.address?.value ?? "")
            throw EdgeError(reply.refusal ?? .invalidToken, "")
        }
        return principal
    }
}

extension RequestHeaders {
    /// The credential in `Authorization`, with or without the word Bearer; nil where there is none.
    fileprivate var bearerToken: SecretText? {
        guard let authorization else { return nil }
        let words = authorization.split(separator: " ")
        switch words.count {
        case 1 where words[0].lowercased() != "bearer": return SecretText(String(words[0]))
        case 2 where words[0].lowercased() == "bearer": return SecretText(String(words[1]))
        default: return nil
        }
    }
}
