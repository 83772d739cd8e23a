import Foundation
import HTTPTypes
import Models

struct ProgramKey: Sendable {
    let credential: Credential
    /// Nil if the program sends only the secret.
    private let named: String?

    /// `X-API-Key`, a bearer token (RFC 6750, section 2.1), or Basic with the key's id as the user and the key as the
    /// password (RFC 6749, section 2.3.1). Throws `authenticationRequired` without a key.
    init(_ headers: RequestHeaders) throws(EdgeError) {
        if let credential = try Credential.ofProgram(headers) {
            self.credential = credential
            named = nil
            return
        }
        let parts = (headers.authorization ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        switch parts.first?.lowercased() {
        case "bearer" where parts.count == 2:
            credential = try Credential.key(SecretText(parts[1]))
            named = nil
        case "basic" where parts.count == 2:
            guard let pair = Data(base64Encoded: parts[1]), let colon = pair.firstIndex(of: UInt8(ascii: ":")),
                let name = String(formEncoded: pair[..<colon]),
                let secret = String(formEncoded: pair[colon...].dropFirst())
            else { throw .refused(.invalidToken) }
            credential = try Credential.key(SecretText(secret))
            named = name
        default:
            throw EdgeError(
                .authenticationRequired, "show an API key: its id and secret as Basic, or its secret in X-API-Key")
        }
    }

    func isNamed(_ key: APIKeyID?) -> Bool { named == nil || named == key?.text }
}

extension OAuthCall {
    /// Throws 401 without an API key with `scope` (RFC 7662, section 2.3).
    func authorizeProgram(_ scope: APIKeyScope) async throws(EdgeError) {
        do throws(EdgeError) {
            let key = try ProgramKey(request.headers)
            let principal = try await oauth.parts.authenticator.authorize(request, scope: scope) { () in
                key.credential
            }
            guard key.isNamed(principal.apiKey) else { throw .refused(.invalidToken) }
        } catch {
            switch error.code {
            case .authenticationRequired, .invalidToken, .tokenExpired, .accountGone, .forbidden:
                let text =
                    switch error.code {
                    case .forbidden: error.message
                    case .invalidToken: EdgeError.unknownAPIKey.message
                    default: "show an API key with the scope \(scope.rawValue)"
                    }
                var refusal = EdgeError(.authenticationRequired, text)
                refusal.fields = [
                    HTTPField(name: .wwwAuthenticate, value: #"Basic realm="introspection", charset="UTF-8""#),
                    HTTPField(name: .wwwAuthenticate, value: "Bearer"),
                ]
                throw refusal
            default: throw error
            }
        }
    }
}
