// What a publisher tells people: the body of POST notifications and of PUT
// notifications/{id}.

public import BaliseJSON
public import Foundation

/// A notification of any kind, for whomever its publisher means.
public struct SendNotificationRequest: JSONConvertible, Hashable {
    /// One of those that the operator has named, or of those of announcements.
    public var kind: String
    /// A JSON object that says for whom it is, with one of the members `account`, `accounts`, `topic`, `tag`, `deviceTag`,
    /// `language`, `platform`, `appVersion`, `near`, `everyone`, `all`, `any` and `not`; at most 65,536 bytes.
    public var audience: JSONDetails
    /// What push devices are sent.
    public var content: BaliseNotificationContent
    /// Nobody is told before, and who is told is decided then; nil for at once. At most 366 days ahead, and none that is
    /// over by more than a minute.
    @InMilliseconds public var startsAt: Date?
    /// Nobody is told after; nil for the end of the content's time to live.
    @InMilliseconds public var expiresAt: Date?
    /// In place of `startsAt`: when each person is told by their own clock, such as `2026-12-24T18:00`. A time that clocks
    /// skip comes as much later, one that they show twice the first time. Those for whom it has been already are told at
    /// once, unless the content's time to live is over since then.
    public var startsAtLocal: String?
    /// With `startsAtLocal`, the time zone of those of whom none is known, by a name of the tz database.
    public var timeZone: String?
    /// A JSON object for the page to which a tap leads: with `type` (`OFFER`, `EVENT` or `PROFESSIONAL`) and `id` (a whole
    /// number), and as the details of an announcement. Whoever knows the id can read it. At most 4,096 bytes; nil for none.
    public var details: JSONDetails?

    /// Makes a body of these members; nil leaves one out.
    public init(
        kind: String, audience: JSONDetails, content: BaliseNotificationContent, startsAt: Date? = nil,
        expiresAt: Date? = nil, startsAtLocal: String? = nil, timeZone: String? = nil, details: JSONDetails? = nil
    ) {
        (self.startsAtLocal, self.timeZone) = (startsAtLocal, timeZone)
        self.kind = kind
        self.audience = audience
        self.content = content
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.details = details
    }

    /// How many bytes an audience has.
    public static let audienceBytes = 0...65_536
    /// How many characters the name of a kind has.
    public static let kindLengths = 1...64

    /// How many characters a local time has.
    public static let localTimeLengths = 16...16
    /// How many characters the name of a time zone has.
    public static let timeZoneLengths = 1...64

    private enum CodingKeys: CodingKey {
        case kind, audience, content, startsAt, expiresAt, startsAtLocal, timeZone, details
    }
}

extension SendNotificationRequest: JSONBounded {
    public static let bounds: [TextBound<SendNotificationRequest>] = [
        TextBound(CodingKeys.kind, kindLengths) { $0.kind },
        TextBound(CodingKeys.audience, objectOf: audienceBytes) { $0.audience.text },
        TextBound(CodingKeys.startsAtLocal, localTimeLengths) { $0.startsAtLocal },
        TextBound(CodingKeys.timeZone, timeZoneLengths) { $0.timeZone },
        TextBound(CodingKeys.details, objectOf: AnnounceRequest.detailsBytes) {
            $0.details?.text
        },
    ]
}
