import Models

/// Counts consecutive wrong codes. A plain value, stored with the account. Three of the million codes are valid at any time.
/// Five tries are free; then the wait doubles, up to a quarter of an hour: about a hundred tries a day. Recovery codes are
/// counted separately. There are no lockouts, and a try that comes too early does not extend the wait. A new password ends all
/// tries that began with the old one.
struct SecondStepTries: Hashable, Sendable {
    var failures: Int64 = 0
    var failedAt: UnixTime?

    static let free: Int64 = 5
    static let firstWaitSeconds: Int64 = 30
    static let maximumWaitSeconds: Int64 = 900
    /// After this time without a try, all are forgotten.
    static let memorySeconds: Int64 = 24 * 3600

    func wait(at now: UnixTime) -> Int? {
        guard let failedAt, failures >= SecondStepTries.free, !isForgotten(at: now) else { return nil }
        let doublings = min(failures - SecondStepTries.free, 5)
        let seconds = min(SecondStepTries.firstWaitSeconds << doublings, SecondStepTries.maximumWaitSeconds)
        let end = failedAt.adding(seconds: seconds)
        // A failure in the future is from before the clock was set back, and causes no wait.
        return failedAt <= now && end > now ? now.seconds(until: end) : nil
    }

    mutating func count(at now: UnixTime) {
        failures = isForgotten(at: now) ? 1 : failures + 1
        failedAt = now
    }

    private func isForgotten(at now: UnixTime) -> Bool {
        guard let failedAt else { return true }
        return failedAt.adding(seconds: SecondStepTries.memorySeconds) <= now
    }
}
