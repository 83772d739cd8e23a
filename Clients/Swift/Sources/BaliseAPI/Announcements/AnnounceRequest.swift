// What a publisher announces: the body of POST announcements.

public import BaliseJSON
public import Foundation

/// An offer, an event or a professional that people are to hear of.
public struct AnnounceRequest: JSONConvertible, Hashable {
    /// What kind of thing it is.
    public var type: AnnouncementKind
    /// What the publisher calls it.
    public var id: AnnouncementSubject
    /// At most 200 characters and 600 bytes; nil for the usual text of the kind.
    public var title: String?
    /// At most 1,000 bytes; nil for the usual text of the kind.
    public var body: String?
    /// One of those that there are; only events may do without.
    public var category: String?
    /// Degrees from -90 to 90.
    public var latitude: Double
    /// Degrees from -180 to 180.
    public var longitude: Double
    /// Nobody is told before; nil for at once.
    @InMilliseconds public var startsAt: Date?
    /// Nobody is told after; nil for 30 days from now.
    @InMilliseconds public var expiresAt: Date?
    /// A JSON object with further members, such as `city` or `price`, for the lists that apps ask for; at most 4,096
    /// bytes. A new member needs no change here.
    public var details: JSONDetails?

    /// Makes a body of these members; nil leaves one out.
    public init(
        type: AnnouncementKind, id: AnnouncementSubject, title: String? = nil, body: String? = nil,
        category: String? = nil, latitude: Double, longitude: Double, startsAt: Date? = nil, expiresAt: Date? = nil,
        details: JSONDetails? = nil
    ) {
        self.type = type
        self.id = id
        self.title = title
        self.body = body
        self.category = category
        self.latitude = latitude
        self.longitude = longitude
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.details = details
    }

    /// How many bytes the details have.
    public static let detailsBytes = 0...4096

    /// The error of a body whose `type` is unknown; a body without one is answered the same.
    public static let unknownType = JSONShapeError(.isNot(AnnouncementKind.list), at: CodingKeys.type)
    /// The error with which a body without `type` is read. It is answered as `unknownType`, which lists the words.
    public static let missingType = JSONShapeError(.missing, at: CodingKeys.type)

    private enum CodingKeys: CodingKey {
        case type, id, title, body, category, latitude, longitude, startsAt, expiresAt, details
    }
}

extension AnnounceRequest: JSONBounded {
    public static let bounds: [TextBound<AnnounceRequest>] = [
        TextBound(CodingKeys.id, AnnouncementSubject.textLengths) { $0.id.text },
        TextBound(CodingKeys.details, objectOf: detailsBytes) { $0.details?.text },
    ]
}
