import AppleAccounts
import Foundation
import Models

/// A server-to-server notification: the claim `events` of a signed payload. Apple sends it as an object or as a text
/// that contains one, and its types in several spellings.
struct AppleNotification: Sendable {
    enum Kind: Hashable, Sendable {
        /// The user stopped using Sign in with Apple with the app.
        case consentRevoked
        case accountDeleted
        case other(String)
    }

    let kind: Kind
    /// The Apple user id. It identifies a person, so it is never stored and never logged.
    let subject: String
    /// The time of the user's decision; nil if Apple does not state it. A whole second means its end.
    let moment: UnixTime?

    private struct Payload: Decodable {
        let events: Events
    }

    private struct Events: Decodable {
        let event: Event

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
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
            // The notification is valid even without a time.
            time = try? container.decodeIfPresent(Double.self, forKey: .time)
        }
    }

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

    /// Reads a time; nil for an impossible time. Apple sends milliseconds, but its examples have seconds. A number that
    /// would be long ago in milliseconds is read as seconds.
    private static func moment(_ time: Double) -> UnixTime? {
        guard (1..<1e15).contains(time) else { return nil }
        let number = Int64(time)
        return UnixTime(milliseconds: time < 1e11 ? number * 1000 + 999 : number)
    }

    /// Returns an unknown type in a form that is short and plain enough for a log.
    private static func shown(_ type: String) -> String {
        String(type.unicodeScalars.filter { ("a"..."z").contains($0) || $0 == "-" }.prefix(40).map(Character.init))
    }
}

extension AppleNotification.Kind {
    var name: String {
        switch self {
        case .consentRevoked: "consent-revoked"
        case .accountDeleted: "account-deleted"
        case .other(let type): type
        }
    }

    var isKnown: Bool {
        if case .other = self { false } else { true }
    }
}

/// The account ids that are derived from Apple's ids for a person. Apple's ids cannot be recovered from them.
struct AppleNames: Hashable, Codable, Sendable {
    /// The account id, derived from the user id, unless the user had an account before their app moved to another team.
    let account: AccountID
    /// The id derived from the transfer id, which Apple sends for a while after a move; nil without a transfer id.
    let transfer: AccountID?

    enum CodingKeys: Int, CodingKey { case account = 0, transfer }

    init(userID: String?, transferID: String? = nil) throws(TokenRefusal) {
        guard let user = userID.flatMap({ AppleAccount(appleUserID: $0) }) else { throw .subject }
        account = user.id
        transfer = transferID.flatMap { AppleAccount(appleUserID: $0)?.id }
    }

    init(_ claims: TokenClaims) throws(TokenRefusal) {
        try self.init(userID: claims.subject, transferID: claims.transferSubject)
    }
}

/// A token of Apple whose account was erased, and that must be revoked there.
struct AppleRevocation: Hashable, Sendable {
    let number: Int64
    let account: AccountID
    /// The bundle id or Services id of the app that got the token from Apple.
    let client: String
    let sealed: [UInt8]
    let failures: Int

    /// Returns the pause in seconds: half a minute after the first failure, then twice the pause before, up to a day.
    static func pause(after failures: Int) -> Int64 { min(30 << Int64(min(max(failures - 1, 0), 12)), 86_400) }
}
