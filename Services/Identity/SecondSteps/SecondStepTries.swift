import Models

/// The number of consecutive wrong codes, and the time of the last one. A plain value, stored with the account.
///
/// At any time three of the million six-digit codes are valid, so one guess in 330,000 is right. Five tries are free;
/// then the wait doubles with each try, up to a quarter of an hour. With the password, that allows about a hundred
/// tries a day. There are no lockouts: the wait ends by itself, and a try that comes too early does not extend it.
/// Recovery codes are counted separately. A new password ends all tries that began with the old one.
struct SecondStepTries: Hashable, Sendable {
    var failures: Int64 = 0
    var failedAt: UnixTime?

    static let free: Int64 = 5
    static let firstWaitSeconds: Int64 = 30
    static let maximumWaitSeconds: Int64 = 900
    /// After this time without a try, all are forgotten.
    static let memorySeconds: Int64 = 24 * 3600

    /// Returns the seconds until the next code is checked; nil for no wait.
    func wait(at now: UnixTime) -> Int? {
        guard let failedAt, failures >= SecondStepTries.free, !isForgotten(at: now) else { return nil }
        let doublings = min(failures - SecondStepTries.free, 5)
        let seconds = min(SecondStepTries.firstWaitSeconds << doublings, SecondStepTries.maximumWaitSeconds)
        let end = failedAt.adding(seconds: seconds)
        // A failure in the future is from before the clock was set back, and causes no wait.
        return failedAt <= now && end > now ? now.seconds(until: end) : nil
    }

    /// Counts a try before its check.
    mutating func count(at now: UnixTime) {
        failures = isForgotten(at: now) ? 1 : failures + 1
        failedAt = now
    }

    private func isForgotten(at now: UnixTime) -> Bool {
        guard let failedAt else { return true }
        return failedAt.adding(seconds: SecondStepTries.memorySeconds) <= now
    }
}
