public import BaliseJSON

/// A test push to all of the user's own devices: the body of POST push/test.
public struct SendTestPushRequest: JSONBounded, JSONOpenObject, Hashable {
    /// The kind of subject: an offer, an event or a professional.
    public var kind: AnnouncementType
    /// The id of the subject, which need not exist.
    public var subject: AnnouncementSubject
    /// The title; nil for the default text of the kind.
    public var title: String?
    /// The text; nil for the default text of the kind.
    public var body: String?

    public init(kind: AnnouncementType, subject: AnnouncementSubject, title: String? = nil, body: String? = nil) {
        (self.kind, self.subject, self.title, self.body) = (kind, subject, title, body)
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        title = try members.decodeIfPresent(String.self, forKey: .title)
        body = try members.decodeIfPresent(String.self, forKey: .body)
        // Some apps leave the type out. They send an event's id like an offer's, as in the payload of its push.
        guard decoder.isLenientJSON else {
            kind = try members.decode(AnnouncementType.self, forKey: .type)
            subject = try members.decode(AnnouncementSubject.self, forKey: SendTestPushRequest.member(of: kind))
            return
        }
        let type = try members.decodeIfPresent(AnnouncementType.self, forKey: .type)
        for named in [AnnouncementType.professional, .event] {
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

    private enum CodingKeys: CodingKey { case type, professionalId, eventId, offerId, title, body }

    /// The JSON member that contains the subject's id, depending on its kind. Payloads of pushes use the same names.
    private static func member(of kind: AnnouncementType) -> CodingKeys {
        switch kind {
        case .professional: .professionalId
        case .event: .eventId
        default: .offerId
        }
    }

    /// The error for an unknown `type`.
    public static let unknownType = JSONShapeError(.isNot(AnnouncementType.list), at: CodingKeys.type)

    public static let bounds: [TextBound<SendTestPushRequest>] = [
        TextBound(CodingKeys.offerId, AnnouncementSubject.textLengths) { $0.subject.text }
    ]
}

/// The results of a test push: the answer of POST push/test in an envelope.
public struct SendTestPushResponse: JSONConvertible, Hashable {
    /// The deliveries, one for each push token; empty if the user has no token.
    public var deliveries: [PushDelivery]

    public init(deliveries: [PushDelivery]) { self.deliveries = deliveries }
}
