// What a publisher tells people: the body of POST notifications.

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
    /// Nobody is told before; nil for at once.
    @InMilliseconds public var startsAt: Date?
    /// Nobody is told after; nil for the end of the content's time to live.
    @InMilliseconds public var expiresAt: Date?
    /// A JSON object for the page to which a tap leads: with `type` (`OFFER`, `EVENT` or `PROFESSIONAL`) and `id` (a whole
    /// number), and as the details of an announcement. Whoever knows the id can read it. At most 4,096 bytes; nil for none.
    public var details: JSONDetails?

    /// Makes a body of these members; nil leaves one out.
    public init(
        kind: String, audience: JSONDetails, content: BaliseNotificationContent, startsAt: Date? = nil,
        expiresAt: Date? = nil, details: JSONDetails? = nil
    ) {
        self.kind = kind
        self.audience = audience
        self.content = content
        self.startsAt = startsAt
        self.expiresAt = expiresAt
        self.details = details
    }

    /// How many bytes an audience has.
    public static let audienceBytes = 0...65_536
    /// How many bytes the name of a kind has.
    public static let kindBytes = 1...64

    /// The names of all members: another one is refused, since it was meant to say something.
    public static let memberNames = CodingKeys.allCases.map(\.stringValue)

    private enum CodingKeys: CodingKey, CaseIterable { case kind, audience, content, startsAt, expiresAt, details }
}

extension SendNotificationRequest: JSONBounded {
    public static let bounds: [TextBound<SendNotificationRequest>] = [
        TextBound(CodingKeys.kind, kindBytes) { $0.kind.utf8.count },
        TextBound(CodingKeys.audience, audienceBytes, of: "a JSON object") { $0.audience.text.utf8.count },
        TextBound(CodingKeys.details, AnnounceRequest.detailsBytes, of: "a JSON object") {
            $0.details?.text.utf8.count
        },
    ]
}
