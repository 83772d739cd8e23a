public import BaliseJSON
public import Foundation

/// An offer, an event or a professional to announce: the body of POST announcements.
public struct AnnounceRequest: JSONBounded, Hashable {
    /// The kind of subject.
    public var type: AnnouncementType
    /// The publisher's own id of the subject.
    public var id: AnnouncementSubject
    /// At most 200 characters and 600 bytes; nil for the default text of the kind.
    public var title: String?
    /// At most 1,000 bytes; nil for the default text of the kind.
    public var body: String?
    /// One of the server's categories; required except for events.
    public var category: String?
    /// Degrees from -90 to 90.
    public var latitude: Double
    /// Degrees from -180 to 180.
    public var longitude: Double
    /// No user is notified before this time; nil for at once.
    @InMilliseconds public var startsAt: Date?
    /// No user is notified after this time; nil for 30 days from now.
    @InMilliseconds public var expiresAt: Date?
    /// Further members as a JSON object, such as `city` or `price`, for the lists in apps; at most 4,096 bytes.
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

    /// The allowed size of the details.
    public static let detailsBytes = 0...4096

    /// The error for an unknown or missing `type`.
    public static let unknownType = JSONShapeError(.isNot(AnnouncementType.list), at: CodingKeys.type)
    /// The error of reading a body without `type`. It is answered as `unknownType`, which lists the kinds.
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
