// A service reports what it has erased.

/// Reports to identity, which keeps the erasures, what a service has erased, and how far it has followed the accounts
/// feed. Reporting the same twice does no more than reporting it once.
public struct ConfirmErasures: ServiceRequest {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 40)
    public static let senders: Set<ServiceName> = [.authSession, .location, .preferences, .push]
    public static let isIdempotent = true

    /// Who reports.
    public var reporter: ServiceName
    /// How far the service has followed the accounts feed and erased what it was told to; nil while it keeps something
    /// of accounts of which the feed does not tell. Of every erasure up to there that is not in `erased`, it had nothing.
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
