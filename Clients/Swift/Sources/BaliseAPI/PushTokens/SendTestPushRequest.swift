// What a person wants to see arrive: the body of POST push/test.

public import BaliseJSON

/// A push to all push devices of the person who asks, as if something had been announced.
public struct SendTestPushRequest: JSONConvertible, Hashable {
    /// What the push leads to.
    public var kind: AnnouncementKind
    /// Which one; it need not exist.
    public var subject: AnnouncementSubject
    /// Nil for the usual text of the kind.
    public var title: String?
    /// Nil for the usual text of the kind.
    public var body: String?

    /// Makes a body of these members; nil leaves one out.
    public init(kind: AnnouncementKind, subject: AnnouncementSubject, title: String? = nil, body: String? = nil) {
        self.kind = kind
        self.subject = subject
        self.title = title
        self.body = body
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        title = try members.decodeIfPresent(String.self, forKey: .title)
        body = try members.decodeIfPresent(String.self, forKey: .body)
        // Some apps leave the type out, and name an event as an offer, as in the payload of its push.
        guard decoder.isLenientJSON else {
            kind = try members.decode(AnnouncementKind.self, forKey: .type)
            subject = try members.decode(AnnouncementSubject.self, forKey: SendTestPushRequest.member(of: kind))
            return
        }
        let type = try members.decodeIfPresent(AnnouncementKind.self, forKey: .type)
        for named in [AnnouncementKind.professional, .event] {
            let key = SendTestPushRequest.member(of: named)
            guard let subject = try members.decodeIfPresent(AnnouncementSubject.self, forKey: key) else { continue }
            self.subject = subject
            kind = type ?? named
            return
        }
        subject = try members.decode(AnnouncementSubject.self, forKey: .offerId)
        kind = type ?? .offer
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(kind, forKey: .type)
        try members.encode(subject, forKey: SendTestPushRequest.member(of: kind))
        try members.encodeIfPresent(title, forKey: .title)
        try members.encodeIfPresent(body, forKey: .body)
    }

    private enum CodingKeys: CodingKey {
        case type, professionalId, eventId, offerId, title, body
    }

    /// The member that names a subject of a kind, as in the payload of a push.
    private static func member(of kind: AnnouncementKind) -> CodingKeys {
        switch kind {
        case .professional: .professionalId
        case .event: .eventId
        default: .offerId
        }
    }

    /// What is said to an unknown `type`.
    public static let unknownType = JSONShapeError(.isNot(AnnouncementKind.list), at: CodingKeys.type)
}

extension SendTestPushRequest: JSONBounded {
    public static let bounds: [TextBound<SendTestPushRequest>] = [
        TextBound(CodingKeys.offerId, AnnouncementSubject.textLengths) { $0.subject.text }
    ]
}

/// Apps send all that the payload of a push has.
extension SendTestPushRequest: JSONOpenObject {}
