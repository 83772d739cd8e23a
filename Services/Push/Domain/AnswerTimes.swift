// How long a provider takes to answer, and how many deliveries have to be under way for that.

import Models

/// Says how many deliveries a channel needs under way, by the shortest recent time from sending one to its answer.
///
/// With more under way nothing is sent sooner: they wait behind each other, and each costs bookkeeping. The shortest
/// time counts, since deliveries under way lengthen the others.
struct AnswerTimes {
    /// The least number under way.
    static let least = 2000
    /// The rate that a channel must be able to reach however slow the answers are, in deliveries a second.
    private static let rate: Int64 = 30_000
    /// A measured time counts in the window of this length in which it was measured and in the next, in milliseconds.
    private static let window: Int64 = 30_000

    private var began = UnixTime(rawValue: 0)
    private var shortest: Int64?
    private var shortestBefore: Int64?

    /// How many have to be under way.
    var needed: Int {
        guard let time = [shortest, shortestBefore].compactMap(\.self).min() else { return AnswerTimes.least }
        return max(AnswerTimes.least, Int(AnswerTimes.rate * time / 1000))
    }

    /// A push left at a moment, and was answered now. How long it waited for its place says nothing of its provider.
    mutating func record(leftAt: UnixTime, at now: UnixTime) {
        // The clock may have been set meanwhile, so the time is kept within its bounds.
        let time = min(max(0, now.rawValue - leftAt.rawValue), AnswerTimes.window)
        if !(0..<AnswerTimes.window).contains(now.rawValue - began.rawValue) {
            (began, shortestBefore, shortest) = (now, shortest, nil)
        }
        shortest = min(shortest ?? time, time)
    }
}
