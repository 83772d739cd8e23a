import Foundation
import Models

/// The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4), beyond those of every token.
struct LogoutToken: Sendable {
    enum Target: Hashable, Sendable {
        case providerSession(String)
        case subject(String)
    }

    let target: Target
    let id: String
    /// On the provider's clock.
    let issuedAt: UnixTime

    private static let event = "http://schemas.openid.net/event/backchannel-logout"
    private static let maximumIDLength = 1024

    private struct Payload: Decodable {
        let events: [String: AnyJSONObject]
    }

    /// Section 2.6, steps 4 to 7, for a token with a valid signature, issuer, audience and time.
    init(_ claims: TokenClaims, json: Data) throws(TokenRefusal) {
        guard let events = try? JSONDecoder().decode(Payload.self, from: json).events, events[LogoutToken.event] != nil
        else { throw .kind }
        // A token with a nonce may be an identity token.
        guard JSONMemberNames.of(Array(json))?.contains("nonce") == false else { throw .kind }
        guard let issuedAt = claims.issuedAt, let id = claims.id,
            (1...LogoutToken.maximumIDLength).contains(id.utf8.count)
        else { throw .malformed }
        self.issuedAt = issuedAt
        self.id = id
        if let session = claims.providerSession {
            target = .providerSession(session)
        } else if let subject = claims.subject {
            target = .subject(subject)
        } else {
            throw .subject
        }
    }
}
