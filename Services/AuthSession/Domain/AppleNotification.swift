// What Apple tells of a person's decisions about an app.

import Foundation
import Models

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
    /// When the person decided it; nil when Apple does not say. Counted in seconds it lasts to the end of its second.
    let moment: UnixTime?

    private struct Payload: Decodable {
        let events: Events
    }

    private struct Events: Decodable {
        let event: Event

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                // The object in a text holds no further text.
                event = try JSONDecoder().decode(Event.self, from: Data(text.utf8))
            } else {
                event = try Event(from: decoder)
            }
        }
    }

    private struct Event: Decodable {
        let type: String
        let sub: String
        let time: Double?

        private enum CodingKeys: String, CodingKey {
            case type, sub
            case time = "event_time"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            type = try container.decode(String.self, forKey: .type)
            sub = try container.decode(String.self, forKey: .sub)
            // What it tells of counts also where it does not say when that was.
            time = try? container.decodeIfPresent(Double.self, forKey: .time)
        }
    }

    /// Nil for a payload without an event, or with one about nobody.
    init?(_ claims: Data) {
        guard let event = try? JSONDecoder().decode(Payload.self, from: claims).events.event, !event.sub.isEmpty,
            event.sub.utf8.count <= TrustedIssuer.maximumSubjectLength
        else { return nil }
        subject = event.sub
        moment = event.time.flatMap(AppleNotification.moment)
        let type = event.type.lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
        kind =
            switch type {
            case "consent-revoked": .consentRevoked
            case "account-delete", "account-deleted": .accountDeleted
            default: .other(AppleNotification.shown(type))
            }
    }

    /// Apple counts in milliseconds, and in the examples that it gives in seconds, which would be long ago as
    /// milliseconds.
    private static func moment(_ time: Double) -> UnixTime? {
        guard (1..<1e15).contains(time) else { return nil }
        let number = Int64(time)
        return UnixTime(milliseconds: time < 1e11 ? number * 1000 + 999 : number)
    }

    /// A type that is not known, short and plain enough for a log.
    private static func shown(_ type: String) -> String {
        String(type.unicodeScalars.filter { ("a"..."z").contains($0) || $0 == "-" }.prefix(40).map(Character.init))
    }
}

extension AppleNotification.Kind {
    /// As Apple calls it.
    var name: String {
        switch self {
        case .consentRevoked: "consent-revoked"
        case .accountDeleted: "account-deleted"
        case .other(let type): type
        }
    }

    /// Whether this server acts on it.
    var isKnown: Bool {
        if case .other = self { false } else { true }
    }
}
