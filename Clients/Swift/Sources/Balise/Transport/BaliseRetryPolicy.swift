// When a call that the server put off is made again.

/// How often, and after how long, a call is repeated that the server answered with 429 or 503.
///
/// Such an answer says that nothing was done, so any call may be repeated. `Retry-After` says how long to wait. Without
/// it, the waits are 1, 2, 4 … seconds, each shortened at random by up to a half, so that many apps do not come back at
/// the same moment. A call without any answer is not repeated: the app gets the error at once and decides.
public struct BaliseRetryPolicy: Hashable, Sendable {
    /// How often a call is made again; 0 for never.
    public var repeats: Int
    /// The longest wait before one repetition, in seconds. A server that asks for a longer one gets no repetition, and
    /// its refusal, with `retryAfter` in it, is the result.
    public var maximumWait: Double

    /// Three repetitions, none after more than 30 s, unless said otherwise.
    public init(repeats: Int = 3, maximumWait: Double = 30) {
        self.repeats = repeats
        self.maximumWait = maximumWait
    }

    /// A call is made once.
    public static let never = BaliseRetryPolicy(repeats: 0)

    /// How many seconds to wait after the `attempt`th refusal (from 1); nil when there is to be no other attempt.
    ///
    /// - Parameter random: From 0 up to 1.
    func wait(after refusal: BaliseError.Refusal, attempt: Int, random: Double) -> Double? {
        guard refusal.status == 429 || refusal.status == 503, attempt <= repeats else { return nil }
        if let told = refusal.retryAfter { return Double(told) <= maximumWait ? Double(told) : nil }
        let full = min(Double(1 << min(attempt - 1, 16)), maximumWait)
        return full * (1 - random / 2)
    }
}
