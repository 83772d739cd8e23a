import MessageBus
import Models
import Synchronization

/// Limits exports at a time, and those of one account in an hour. The counts are in the memory of this edge.
final class ExportLimiter: Sendable {
    static let perAccount = 5
    private static let window = Duration.seconds(3600)

    private let clock: any FeedClock
    private let underway = LongAnswerLimiter.exports()
    private let began = Mutex<[AccountID: [Duration]]>([:])

    init(clock: any FeedClock = ContinuousFeedClock()) { self.clock = clock }

    /// Throws if no place is free or the account has had too many.
    func enter(_ account: AccountID, from address: String) throws(EdgeError) -> LongAnswerLimiter.Place {
        let place = try underway.enter(address: address, account: account)
        let now = clock.now
        let wait: Int? = began.withLock { began in
            began = began.compactMapValues { moments in
                let recent = moments.filter { now - $0 < ExportLimiter.window }
                return recent.isEmpty ? nil : recent
            }
            let moments = began[account] ?? []
            if moments.count >= ExportLimiter.perAccount, let first = moments.first {
                return (ExportLimiter.window - (now - first)).wholeSeconds
            }
            began[account] = moments + [now]
            return nil
        }
        guard let wait else { return place }
        throw EdgeError(
            .rateLimited,
            "the data of an account can be exported \(ExportLimiter.perAccount) times an hour; try again later",
            retryAfter: wait)
    }

    /// Otherwise wrong passwords would use up the user's exports.
    func takeBack(_ account: AccountID) { began.withLock { _ = $0[account]?.popLast() } }
}
