public import BaliseJSON

/// The size of an announcement's audience: the answer of POST announcements?dryRun=true in an envelope.
public struct AnnouncementDryRun: JSONConvertible, Hashable {
    private var dryRun = AlwaysTrue()
    /// The number of users, approximate for a publisher; nil if it is withheld.
    public var recipients: Int?
    /// The number of push tokens; nil if it is withheld, as from publishers.
    public var deliveries: Int?
    /// Replaces the counts: there are fewer users than this. Nil if the counts are given.
    public var fewerThan: Int?

    /// Makes a body of these members; nil leaves one out.
    public init(recipients: Int? = nil, deliveries: Int? = nil, fewerThan: Int? = nil) {
        self.recipients = recipients
        self.deliveries = deliveries
        self.fewerThan = fewerThan
    }
}
