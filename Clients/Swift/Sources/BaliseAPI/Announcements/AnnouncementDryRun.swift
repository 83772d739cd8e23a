// What POST announcements?dryRun=true answers, in an envelope.

public import BaliseJSON

/// How many would be told of an announcement that was not made.
public struct AnnouncementDryRun: JSONConvertible, Hashable {
    private var dryRun = AlwaysTrue()
    /// How many people, a publisher about how many; nil where that is not told.
    public var recipients: Int?
    /// To how many push tokens; nil where that is not told, as to publishers.
    public var deliveries: Int?
    /// In place of the counts: there are fewer people than this. Nil where the counts are told.
    public var fewerThan: Int?

    /// Makes a body of these members; nil leaves one out.
    public init(recipients: Int? = nil, deliveries: Int? = nil, fewerThan: Int? = nil) {
        self.recipients = recipients
        self.deliveries = deliveries
        self.fewerThan = fewerThan
    }
}
