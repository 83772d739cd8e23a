/// The waits between attempts that fail.
struct Backoff: Sendable {
    /// The longest wait that a server can ask for, in seconds.
    static let maximumRequested = 3600.0

    /// The wait after the first failure, in seconds. Each further failure doubles it.
    var first = 1.0
    /// The longest wait unless the server asks for more, in seconds.
    var maximum: Double

    /// A random part of up to half is subtracted, so that many phones do not return at the same moment.
    /// - Parameters:
    ///   - failures: The failures in a row, from 1.
    ///   - random: From 0 up to 1.
    /// - Returns: Seconds.
    func wait(failures: Int, random: Double) -> Double {
        min(first * Double(1 << min(max(0, failures - 1), 16)), maximum) * (1 - random / 2)
    }

    /// The same wait; if the server asks for more, that plus up to a tenth.
    func wait(after error: BaliseError, failures: Int, random: Double) -> Double {
        let own = wait(failures: failures, random: random)
        guard case .refused(let refusal) = error, let asked = refusal.retryAfter else { return own }
        return max(own, min(Self.maximumRequested, Double(asked)) * (1 + random / 10))
    }
}
