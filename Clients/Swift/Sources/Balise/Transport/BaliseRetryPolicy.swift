/// When the client repeats a call that the server answered with 429 or 503, which mean that nothing was done.
///
/// The wait is `Retry-After`, else 1, 2, 4 … seconds, each shortened at random by up to a half, so that many apps do
/// not return at once. A call without any answer is not repeated: the app gets the error at once and decides.
public struct BaliseRetryPolicy: Hashable, Sendable {
    /// The largest number of repetitions; 0 to repeat no call.
    public var repeats: Int
    /// The longest wait in seconds. If the server asks for more, the call fails with its refusal.
    public var maximumWait: Double

    /// Creates a policy: by default three repetitions, each after at most 30 s.
    public init(repeats: Int = 3, maximumWait: Double = 30) {
        (self.repeats, self.maximumWait) = (repeats, maximumWait)
    }

    /// A policy that never repeats a call.
    public static let never = BaliseRetryPolicy(repeats: 0)

    /// Returns the seconds to wait after the `attempt`th refusal (from 1); nil to make no further attempt.
    /// - Parameter random: A random number from 0 up to 1.
    func wait(after refusal: BaliseError.Refusal, attempt: Int, random: Double) -> Double? {
        guard refusal.status == 429 || refusal.status == 503, attempt <= repeats else { return nil }
        if let told = refusal.retryAfter { return Double(told) <= maximumWait ? Double(told) : nil }
        return Backoff(maximum: maximumWait).wait(failures: attempt, random: random)
    }
}

/// The waits between failed attempts.
struct Backoff: Sendable {
    /// The longest wait that the client accepts from a server, in seconds.
    static let maximumRequested = 3600.0

    /// The wait after the first failure, in seconds. Each further failure doubles the wait.
    var first = 1.0
    /// The longest wait in seconds, unless the server asks for a longer wait.
    var maximum: Double

    /// Returns the wait in seconds. A random part of up to a half is subtracted, so that many phones do not return at
    /// once.
    /// - Parameters:
    ///   - failures: The number of failures in a row, from 1.
    ///   - random: A random number from 0 up to 1.
    func wait(failures: Int, random: Double) -> Double {
        min(first * Double(1 << min(max(0, failures - 1), 16)), maximum) * (1 - random / 2)
    }

    /// Returns the same wait, or, if the server asks for a longer wait, the server's wait plus up to a tenth of it.
    func wait(after error: BaliseError, failures: Int, random: Double) -> Double {
        let own = wait(failures: failures, random: random)
        guard case .refused(let refusal) = error, let asked = refusal.retryAfter else { return own }
        return max(own, min(Self.maximumRequested, Double(asked)) * (1 + random / 10))
    }
}
