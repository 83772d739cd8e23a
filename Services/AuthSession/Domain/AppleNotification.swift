// What Apple tells of a person's decisions about an app.

import Foundation

/// A server-to-server notification of Apple, the claim `events` of a signed payload.
///
/// The claim is an object, or a text that holds one; it comes in both forms, and its types in several spellings.
struct AppleNotification: Sendable {
    /// What is to be done about it.
    enum Kind: Hashable, Sendable {
        /// The person uses Sign in with Apple with the app no longer.
        case consentRevoked
        /// The person has deleted their Apple account.
        case accountDeleted
        /// Anything else; nothing.
        case other(String)
    }

    let kind: Kind
    /// The Apple user id. Identifies a person: never stored, never logged.
    let subject: String

    private struct Payload: Decodable {
        let events: Events
    }

    private struct Events: Decodable {
        let type: String
        let sub: String

        private enum CodingKeys: String, CodingKey { case type, sub }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = try JSONDecoder().decode(Object.self, from: Data(text.utf8)).events
            } else {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                type = try container.decode(String.self, forKey: .type)
                sub = try container.decode(String.self, forKey: .sub)
            }
        }

        init(type: String, sub: String) {
            self.type = type
            self.sub = sub
        }
    }

    /// The object in a text, which holds no further text.
    private struct Object: Decodable {
        let type: String
        let sub: String
        var events: Events { Events(type: type, sub: sub) }
    }

    /// Nil for a payload without an event, or with one about nobody.
    init?(_ claims: Data) {
        guard let events = try? JSONDecoder().decode(Payload.self, from: claims).events, !events.sub.isEmpty,
            events.sub.utf8.count <= TrustedIssuer.longestSubject
        else { return nil }
        subject = events.sub
        let type = events.type.lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
        kind =
            switch type {
            case "consent-revoked": .consentRevoked
            case "account-delete", "account-deleted": .accountDeleted
            default: .other(AppleNotification.shown(type))
            }
    }

    /// A type that is not known, short and plain enough for a log.
    private static func shown(_ type: String) -> String {
        String(type.unicodeScalars.filter { ("a"..."z").contains($0) || $0 == "-" }.prefix(40).map(Character.init))
    }
}
