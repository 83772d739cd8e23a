// How often wrong codes may be shown.

import Models

/// Wrong codes in a row, and when the last one was shown. A plain value that is stored with the account.
///
/// Of a million codes of six digits three count at a time, so a guess is right once in 330,000 tries. Five tries are free; then each
/// waits twice as long as the one before, a quarter of an hour at most. That is a hundred tries a day for whoever knows the
/// password. Nobody is locked out: the wait ends by itself, a try that comes too early does not prolong it, recovery codes
/// are counted apart, and a new password ends whatever the old one lets somebody try.
struct SecondStepTries: Hashable, Sendable {
    var failures: Int64 = 0
    var failedAt: UnixTime?

    static let free: Int64 = 5
    static let firstWaitSeconds: Int64 = 30
    static let maximumWaitSeconds: Int64 = 900
    /// After so long without a try all is forgotten.
    static let memorySeconds: Int64 = 24 * 3600

    /// For how many seconds no code is judged; nil for none.
    func wait(at now: UnixTime) -> Int? {
        guard let failedAt, failures >= SecondStepTries.free, !isForgotten(at: now) else { return nil }
        let doublings = min(failures - SecondStepTries.free, 5)
        let seconds = min(SecondStepTries.firstWaitSeconds << doublings, SecondStepTries.maximumWaitSeconds)
        let end = failedAt.adding(seconds: seconds)
        // A failure that lies ahead is from before the clock was set back; it does not make anybody wait.
        return failedAt <= now && end > now ? now.seconds(until: end) : nil
    }

    /// A try is counted before it is judged.
    mutating func count(at now: UnixTime) {
        failures = isForgotten(at: now) ? 1 : failures + 1
        failedAt = now
    }

    private func isForgotten(at now: UnixTime) -> Bool {
        guard let failedAt else { return true }
        return failedAt.adding(seconds: SecondStepTries.memorySeconds) <= now
    }
}
