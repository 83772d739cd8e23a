/// The number of deliveries in each state. `accepted` is always the sum of the others.
public struct DeliveryCounts: Codable, Hashable, Sendable {
    public var accepted: Int
    /// Accepted by the provider.
    public var sent: Int
    /// Not sent because of the user: switched off, moved away, muted.
    public var suppressed: Int
    /// Waiting for the end of quiet hours.
    public var deferred: Int
    public var failed: Int
    public var expired: Int
    /// Waiting for their turn, or for another try.
    public var pending: Int
    /// The part of `sent` that had waited for the end of quiet hours. Only stored by push, never sent in a message.
    public var sentLater = 0

    enum CodingKeys: Int, CodingKey { case accepted = 0, sent, suppressed, deferred, failed, expired, pending }

    public init(accepted: Int, sent: Int, suppressed: Int, deferred: Int, failed: Int, expired: Int, pending: Int) {
        (self.accepted, self.sent, self.suppressed) = (accepted, sent, suppressed)
        (self.deferred, self.failed, self.expired, self.pending) = (deferred, failed, expired, pending)
    }
}
