// How often an account may be given out, and how many at a time.

import MessageBus
import Models
import Synchronization

/// Bounds exports: each reads everything that there is of an account. Counted in the memory of this edge.
final class ExportLimiter: Sendable {
    /// The most of one account in an hour.
    static let perAccount = 5
    /// The most under way at a time, of all accounts.
    static let atOnce = 4
    private static let window = Duration.seconds(3600)

    private struct State {
        var underway = 0
        var began: [AccountID: [Duration]] = [:]
    }

    private let clock: any FeedClock
    private let state = Mutex(State())

    init(clock: any FeedClock = ContinuousFeedClock()) { self.clock = clock }

    /// A place, which is given back when nobody holds it any more.
    final class Place: Sendable {
        private let limiter: ExportLimiter

        fileprivate init(of limiter: ExportLimiter) { self.limiter = limiter }

        deinit { limiter.leave() }
    }

    /// Counts an export and takes a place; throws where there is none, or where there were too many.
    func enter(_ account: AccountID) throws(EdgeError) -> Place {
        let now = clock.now
        let wait: Int? = state.withLock { state in
            state.began = state.began.compactMapValues { moments in
                let recent = moments.filter { now - $0 < ExportLimiter.window }
                return recent.isEmpty ? nil : recent
            }
            let moments = state.began[account] ?? []
            if moments.count >= ExportLimiter.perAccount, let first = moments.first {
                return (ExportLimiter.window - (now - first)).wholeSeconds
            }
            // It counts also when there is no place now.
            state.began[account] = moments + [now]
            guard state.underway < ExportLimiter.atOnce else { return 0 }
            state.underway += 1
            return nil
        }
        guard let wait else { return Place(of: self) }
        guard wait > 0 else {
            throw EdgeError(.overloaded, "several accounts are being given out; try again in a moment", retryAfter: 5)
        }
        throw EdgeError(
            .rateLimited,
            "all that is kept of an account is given out \(ExportLimiter.perAccount) times an hour at most; try again later",
            retryAfter: wait)
    }

    /// Counts an export no more that was refused. Whoever shows wrong passwords would otherwise use up what the person has.
    func takeBack(_ account: AccountID) { state.withLock { _ = $0.began[account]?.popLast() } }

    private func leave() { state.withLock { $0.underway -= 1 } }
}
