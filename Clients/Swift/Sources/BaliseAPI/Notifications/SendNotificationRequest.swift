public import BaliseJSON
public import Foundation

/// A notification of any kind with its audience: the body of POST notifications and of PUT notifications/{id}.
public struct SendNotificationRequest: JSONBounded, Hashable {
    /// A kind that the operator has defined, or a kind of announcement.
    public var kind: String
    /// The audience: at most 65,536 bytes of JSON.
    public var audience: AudienceExpression
    /// The content that the recipients get.
    public var content: NotificationContent
    /// When the audience is determined and notified; nil for at once. From one minute ago to 366 days ahead.
    @InMilliseconds public var startsAt: Date?
    /// The time after which no user is notified; nil to use the content's time to live.
    @InMilliseconds public var expiresAt: Date?
    /// The start by each user's own clock, such as `2026-12-24T18:00`, in place of `startsAt`. A local time that clocks
    /// skip moves forward by the gap; of a time that occurs twice, the first is used. Users whose time has already
    /// passed are notified at once.
    public var startsAtLocal: String?
    /// The time zone for users whose time zone is unknown, by its name in the tz database. Only with `startsAtLocal`.
    public var timeZone: String?
    /// A JSON object for the page that a tap opens: `type` (`OFFER`, `EVENT` or `PROFESSIONAL`), `id` (a whole number),
    /// and the details of an announcement. Every caller with the id can read it. At most 4,096 bytes; nil for no page.
    public var details: JSONDetails?

    public init(
        kind: String, audience: AudienceExpression, content: NotificationContent, startsAt: Date? = nil,
        expiresAt: Date? = nil, startsAtLocal: String? = nil, timeZone: String? = nil, details: JSONDetails? = nil
    ) {
        (self.startsAtLocal, self.timeZone) = (startsAtLocal, timeZone)
        (self.kind, self.audience, self.content) = (kind, audience, content)
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.details = details
    }

    /// The allowed number of characters of a kind.
    public static let kindLengths = 1...64

    /// The allowed number of characters of a local time.
    public static let localTimeLengths = 16...16
    /// The allowed number of characters of a time zone's name.
    public static let timeZoneLengths = 1...64

    private enum CodingKeys: CodingKey {
        case kind, audience, content, startsAt, expiresAt, startsAtLocal, timeZone, details
    }

    public static let bounds: [TextBound<SendNotificationRequest>] = [
        TextBound(CodingKeys.kind, kindLengths) { $0.kind },
        TextBound(CodingKeys.startsAtLocal, localTimeLengths) { $0.startsAtLocal },
        TextBound(CodingKeys.timeZone, timeZoneLengths) { $0.timeZone },
        TextBound(CodingKeys.details, objectOf: AnnounceRequest.detailsBytes) {
            $0.details?.text
        },
    ]
}

/// The content to preview: the body of POST notifications/preview.
public struct PreviewNotificationRequest: JSONConvertible, Hashable {
    /// The content to render.
    public var content: NotificationContent

    public init(content: NotificationContent) { self.content = content }
}
