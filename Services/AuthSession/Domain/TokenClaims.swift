import Foundation
import Models

/// The claims of an identity token that are used (RFC 7519, section 4.1; OpenID Connect Core 1.0, section 2).
struct TokenClaims: Sendable {
    var issuer: String?
    /// The tenant of the issuer (`tid`), if the issuer has several tenants, as Microsoft Entra does.
    var tenant: String?
    /// The user's id at the issuer. It identifies a person, so it is never stored and never logged.
    var subject: String?
    /// Apple's id for the user until 60 days after the app moved to another team (`transfer_sub`), personal data.
    var transferSubject: String?
    var audiences: [String] = []
    var expiresAt: UnixTime?
    var notBefore: UnixTime?
    var issuedAt: UnixTime?
    /// The user's last sign-in at the provider (`auth_time`).
    var signedInAt: UnixTime?
    var nonce: String?
    /// The session at the provider (OpenID Connect Front-Channel Logout 1.0, section 3).
    var providerSession: String?
    var id: String?
    /// Whether the token describes an event (RFC 8417, section 2.2).
    var hasEvents = false
    /// Whether the provider says that it got no nonce from the app. Apple says so for systems that cannot send a nonce.
    var leavesNonceOut = false
}

extension TokenClaims: Decodable {
    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case tenant = "tid"
        case subject = "sub"
        case transferSubject = "transfer_sub"
        case audience = "aud"
        case expiresAt = "exp"
        case notBefore = "nbf"
        case issuedAt = "iat"
        case signedInAt = "auth_time"
        case nonce
        case providerSession = "sid"
        case id = "jti"
        case events
        case nonceSupported = "nonce_supported"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func moment(_ key: CodingKeys) throws -> UnixTime? {
            guard let seconds = try container.decodeIfPresent(Double.self, forKey: key) else { return nil }
            // The limit is later than any real date, and safe for the arithmetic.
            guard abs(seconds) < 1e12 else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "no moment")
            }
            return UnixTime(milliseconds: Int64(seconds * 1000))
        }
        issuer = try container.decodeIfPresent(String.self, forKey: .issuer)
        tenant = try? container.decodeIfPresent(String.self, forKey: .tenant)
        subject = try container.decodeIfPresent(String.self, forKey: .subject)
        transferSubject = try? container.decodeIfPresent(String.self, forKey: .transferSubject)
        if let one = try? container.decodeIfPresent(String.self, forKey: .audience) {
            audiences = [one]
        } else {
            audiences = try container.decodeIfPresent([String].self, forKey: .audience) ?? []
        }
        expiresAt = try moment(.expiresAt)
        notBefore = try moment(.notBefore)
        issuedAt = try moment(.issuedAt)
        // A value that is not a number counts as absent.
        signedInAt = try? moment(.signedInAt)
        nonce = try container.decodeIfPresent(String.self, forKey: .nonce)
        // Some providers break the standard in claims that Apple's tokens do not have. A number is no id here.
        let session = try? container.decodeIfPresent(String.self, forKey: .providerSession)
        // A longer id is ignored, because storing it could fill the memory.
        providerSession = session.flatMap { (1...1024).contains($0.utf8.count) ? $0 : nil }
        id = try? container.decodeIfPresent(String.self, forKey: .id)
        hasEvents = container.contains(.events)
        // Apple sometimes writes truth values as texts.
        let flag = try? container.decodeIfPresent(Bool.self, forKey: .nonceSupported)
        let text = try? container.decodeIfPresent(String.self, forKey: .nonceSupported)
        leavesNonceOut = flag == false || text == "false"
    }
}

/// The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4) that other tokens do not have.
struct LogoutToken: Sendable {
    enum Target: Hashable, Sendable {
        case providerSession(String)
        case subject(String)
    }

    let target: Target
    let id: String
    /// The time at which the token was issued, on the provider's clock.
    let issuedAt: UnixTime

    private static let event = "http://schemas.openid.net/event/backchannel-logout"
    private static let maximumIDLength = 1024

    private struct Payload: Decodable {
        let events: [String: AnyJSONObject]
    }

    /// Checks the claims (section 2.6, steps 4 to 7) of a token with a valid signature, issuer, audience and time.
    init(_ claims: TokenClaims, json: Data) throws(TokenRefusal) {
        guard let events = try? JSONDecoder().decode(Payload.self, from: json).events, events[LogoutToken.event] != nil
        else { throw .kind }
        // A token with a nonce may be an identity token, so it is refused.
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
