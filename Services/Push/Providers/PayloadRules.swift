import Foundation
import Models

struct PushContent: Hashable, Sendable {
    var type: AnnouncementType
    var subject: AnnouncementSubject
    var title: String
    var body: String
    var badge: Int
    /// With the collapse id for iPhones that are reached through FCM.
    var expiresAt: UnixTime?
    var collapseID: String?
}

/// Payloads of announcements have the keys that apps need to open the page.
enum PayloadRules {
    /// In bytes, at APNs and at FCM.
    static let largest = 4096
    /// In bytes.
    static let maximumCollapseIDLength = 64

    enum Refusal: Error, Hashable {
        /// Without an id, the app could not open anything.
        case noSubject
        /// In a format that only a later version knows.
        case noContent
    }

    /// A JSON object with `aps` and the keys of the subject. Texts are never cut.
    static func apns(_ content: PushContent) throws -> Data {
        let entity = try entityID(content.subject)
        return try encoder().encode(
            APNsPayload(
                aps: APS(
                    alert: Alert(title: content.title, body: content.body), sound: "default", badge: content.badge),
                keys: SubjectKeys(content, entity)))
    }

    /// Without `token` and `android`, which the gateway adds. FCM accepts keys only as texts. Contains additions for push
    /// devices that FCM reaches through APNs.
    static func fcm(_ content: PushContent) throws -> Data {
        let entity = try entityID(content.subject)
        return try encoder().encode(
            FCMMessage(
                notification: Alert(title: content.title, body: content.body),
                data: FCMData(keys: SubjectKeys(content, entity)),
                apns: FCMMessage.APNs(
                    headers: FCMMessage.APNsHeaders(content),
                    payload: .init(aps: APS(alert: nil, sound: "default", badge: content.badge)))))
    }

    private static func entityID(_ subject: AnnouncementSubject) throws(Refusal) -> String {
        guard subject != .text("") else { throw .noSubject }
        return subject.description
    }

    /// An encoder is not thread-safe.
    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

private struct Alert: Encodable {
    let title: String
    let body: String
}

private struct APS: Encodable {
    let alert: Alert?
    let sound: String
    let badge: Int
}

/// The older ones first, then those of newer builds.
private struct SubjectKeys {
    let type: AnnouncementType
    let subject: AnnouncementSubject
    let entityID: String

    init(_ content: PushContent, _ entityID: String) {
        type = content.type
        subject = content.subject
        self.entityID = entityID
    }

    enum Name: String, CodingKey { case offerId, professionalId, type, screen, entityId }

    /// - Parameter asTexts: Writes numbers as texts.
    func encode(to encoder: any Encoder, asTexts: Bool) throws {
        var container = encoder.container(keyedBy: Name.self)
        let name: Name = type == .professional ? .professionalId : .offerId
        if case .number(let number) = subject, !asTexts {
            try container.encode(number, forKey: name)
        } else {
            try container.encode(entityID, forKey: name)
        }
        if type == .event { try container.encode(type.rawValue, forKey: .type) }
        try container.encode(screen, forKey: .screen)
        try container.encode(entityID, forKey: .entityId)
    }

    private var screen: String {
        switch type {
        case .offer: "offer_detail"
        case .professional: "professional_detail"
        default: "event_detail"
        }
    }
}

private struct APNsPayload: Encodable {
    let aps: APS
    let keys: SubjectKeys

    enum CodingKeys: String, CodingKey { case aps }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(aps, forKey: .aps)
        try keys.encode(to: encoder, asTexts: false)
    }
}

private struct FCMData: Encodable {
    let keys: SubjectKeys
    func encode(to encoder: any Encoder) throws { try keys.encode(to: encoder, asTexts: true) }
}

private struct FCMMessage: Encodable {
    struct APNsHeaders: Encodable {
        let priority = "10"
        let expiration: String
        let collapseID: String?

        init(_ content: PushContent) {
            expiration = String((content.expiresAt?.rawValue ?? 0) / 1000)
            collapseID = content.collapseID
        }

        enum CodingKeys: String, CodingKey {
            case priority = "apns-priority"
            case expiration = "apns-expiration"
            case collapseID = "apns-collapse-id"
        }
    }

    struct APNs: Encodable {
        struct Payload: Encodable { let aps: APS }
        let headers: APNsHeaders
        let payload: Payload
    }

    let notification: Alert
    let data: FCMData
    let apns: APNs
}
