public import MessageBus

extension FeedFollower {
    /// How long applying the feed may fail before the service is not ready.
    private static let timeout = Duration.seconds(5)

    /// The reason if the feed's changes could not be stored for more than a moment; otherwise nil. A silent source is a
    /// problem of the source, not of this service.
    public var obstacle: String? {
        guard let failure = failure(lasting: FeedFollower.timeout), !(failure is BusError) else { return nil }
        return "the feed \(feed) cannot be followed: \(describe(failure))"
    }
}
