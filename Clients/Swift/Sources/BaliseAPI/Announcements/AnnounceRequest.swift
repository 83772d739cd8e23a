public import BaliseJSON
public import Foundation

/// An offer, an event or a professional to announce: the body of POST announcements.
public struct AnnounceRequest: JSONBounded, Hashable {
    /// The kind of subject: an offer, an event or a professional.
    public var type: AnnouncementType
    /// The publisher's own id for the offer, event or professional.
    public var id: AnnouncementSubject
    /// The title, at most 200 characters and 600 bytes; nil for the default text of the kind.
    public var title: String?
    /// The text, at most 1,000 bytes; nil for the default text of the kind.
    public var body: String?
    /// The category, which the server must have; required unless the subject is an event.
    public var category: String?
    /// The latitude of the subject's place in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude of the subject's place in degrees, -180 to 180.
    public var longitude: Double
    /// The time before which no user is notified; nil to notify users at once.
    @InMilliseconds public var startsAt: Date?
    /// The time after which no user is notified; nil for 30 days after the request.
    @InMilliseconds public var expiresAt: Date?
    /// Further members as a JSON object, such as `city` or `price`, which apps show in lists; at most 4,096 bytes.
    public var details: JSONDetails?

    public init(
        type: AnnouncementType, id: AnnouncementSubject, title: String? = nil, body: String? = nil,
        category: String? = nil, latitude: Double, longitude: Double, startsAt: Date? = nil, expiresAt: Date? = nil,
        details: JSONDetails? = nil
    ) {
        (self.type, self.id, self.title, self.body) = (type, id, title, body)
        (self.category, self.latitude, self.longitude) = (category, latitude, longitude)
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.details = details
    }

    /// The allowed size of the details, in bytes.
    public static let detailsBytes = 0...4096

    /// The error for an unknown or missing `type`.
    public static let unknownType = JSONShapeError(.isNot(AnnouncementType.list), at: CodingKeys.type)
    /// The error for a body without `type`. The server answers `unknownType` instead, which lists the kinds.
    public static let missingType = JSONShapeError(.missing, at: CodingKeys.type)

    private enum CodingKeys: CodingKey {
        case type, id, title, body, category, latitude, longitude, startsAt, expiresAt, details
    }

    public static let bounds: [TextBound<AnnounceRequest>] = [
        TextBound(CodingKeys.id, AnnouncementSubject.textLengths) { $0.id.text },
        TextBound(CodingKeys.details, objectOf: detailsBytes) { $0.details?.text },
    ]

    public var shapeErrors: [JSONShapeError] {
        var errors = boundErrors
        if AnnouncementType(written: type.rawValue) == nil { errors.append(AnnounceRequest.unknownType) }
        if abs(latitude) > 90 {
            errors.append(JSONShapeError(.isNot("a number from -90 to 90"), at: CodingKeys.latitude))
        }
        if abs(longitude) > 180 {
            errors.append(JSONShapeError(.isNot("a number from -180 to 180"), at: CodingKeys.longitude))
        }
        return errors
    }
}
