import Models

/// How many deliveries a channel should have in flight. More send nothing sooner: they queue behind each other, and each
/// needs bookkeeping. Uses the shortest recent time between a push and its answer, because the others include time in that
/// queue.
struct AnswerTimes {
    static let least = 2000
    /// In deliveries per second, even with slow answers.
    private static let rate: Int64 = 30_000
    /// In milliseconds. A measurement is valid in its own window and in the next.
    private static let window: Int64 = 30_000

    private var began = UnixTime(rawValue: 0)
    private var shortest: Int64?
    private var shortestBefore: Int64?

    var needed: Int {
        guard let time = [shortest, shortestBefore].compactMap(\.self).min() else { return AnswerTimes.least }
        return max(AnswerTimes.least, Int(AnswerTimes.rate * time / 1000))
    }

    /// Excludes the wait for a slot, which is independent of the provider.
    mutating func record(leftAt: UnixTime, at now: UnixTime) {
        // The clock may have been set in between, so the time is clamped.
        let time = min(max(0, now.rawValue - leftAt.rawValue), AnswerTimes.window)
        if !(0..<AnswerTimes.window).contains(now.rawValue - began.rawValue) {
            (began, shortestBefore, shortest) = (now, shortest, nil)
        }
        shortest = min(shortest ?? time, time)
    }
}
