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

    public init(_ json: JSONValue) throws(JSONShapeError) {
        kind = try json.needed("type")
        subject =
            switch kind {
            case .professional: try json.needed("professionalId")
            case .event: try json.needed("eventId")
            default: try json.needed("offerId")
            }
        title = try json.optional("title")
        body = try json.optional("body")
    }

    public func write(to json: inout JSONObject) {
        json.set("type", kind)
        switch kind {
        case .professional: json.set("professionalId", subject)
        case .event: json.set("eventId", subject)
        default: json.set("offerId", subject)
        }
        json.set("title", title)
        json.set("body", body)
    }
}
