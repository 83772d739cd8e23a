/// Reports to identity, which tracks erasures, what a service has erased, and how far it has followed the accounts
/// feed. A repetition has no further effect.
public struct ConfirmErasures: ServiceRequest {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 40)
    public static let senders: Set<ServiceName> = [.authSession, .location, .preferences, .push]
    public static let isIdempotent = true

    public var reporter: ServiceName
    /// The service has erased everything up to this position in the accounts feed; nil while it has data of accounts
    /// that the feed does not contain. It had no data for an erasure up to there that is not in `erased`.
    public var through: FeedCursor? {
        guard let epoch, let sequence else { return nil }
        return FeedCursor(epoch: epoch, sequence: sequence)
    }
    public var erased: [ErasedAccountRows]
    private var epoch: FeedEpoch?
    private var sequence: UInt64?

    /// The most accounts in one report.
    public static let maximumAccounts = 500

    enum CodingKeys: Int, CodingKey { case reporter = 0, erased, epoch, sequence }

    public init(reporter: ServiceName, through: FeedCursor?, erased: [ErasedAccountRows]) {
        self.reporter = reporter
        epoch = through?.epoch
        sequence = through?.sequence
        self.erased = erased
    }
}
