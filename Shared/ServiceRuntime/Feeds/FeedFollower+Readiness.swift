// Whether a service may say that it is ready while it follows a feed.

public import MessageBus

extension FeedFollower {
    /// For how long the feed may not come on before the service is not ready.
    private static let timeout = Duration.seconds(5)

    /// Why what the feed says cannot be stored, for longer than a moment; nil when it can. That its source does not answer is
    /// for the source to say.
    public var obstacle: String? {
        guard let failure = failure(lasting: FeedFollower.timeout), !(failure is BusError) else { return nil }
        return "the feed \(feed) cannot be followed: \(describe(failure))"
    }
}
