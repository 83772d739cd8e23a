// The delivery counts of an announcement, as part of it.

public import BaliseJSON

/// How many deliveries of an announcement came to what. At every moment `accepted` is the sum of the others.
public struct PushDeliveryCounts: JSONConvertible, Hashable {
    /// All that were decided on.
    public var accepted: Int
    /// The provider took them.
    public var sent: Int
    /// Not sent, for a reason of the person: switched off, moved, muted.
    public var suppressed: Int
    /// Wait for the end of quiet hours.
    public var deferred: Int
    /// Given up.
    public var failed: Int
    /// Their time was over before they could be sent.
    public var expired: Int
    /// Wait for their turn, or for another try.
    public var pending: Int

    /// Makes a body of these members.
    public init(accepted: Int, sent: Int, suppressed: Int, deferred: Int, failed: Int, expired: Int, pending: Int) {
        self.accepted = accepted
        self.sent = sent
        self.suppressed = suppressed
        self.deferred = deferred
        self.failed = failed
        self.expired = expired
        self.pending = pending
    }
}
