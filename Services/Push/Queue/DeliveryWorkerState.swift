import Models

struct DeliveryWorkerState {
    /// The number of deliveries that wait for slots, so that no slot stays empty while the queue is read.
    static let reserve = 1000
    static let portion = 500

    var underWay = 0
    var answerTimes = AnswerTimes()
    var place: QueuePlace?
    var marked: QueuePlace?
    /// Whether the queue is known to contain only deliveries in flight, so that reading it would find nothing.
    var isDry = false
    var stop: DeliveryStop?
    var keptOutage: KeptOutage?
    var trial: Int64?
    var refusals = CredentialRefusals()
    /// The topics, as tokens name them, whose deliveries wait for their own credential.
    var waitingTopics: Set<String?> = []
    var outages = 0
    var isOutageOver = false
    /// The number of portions that may be read while a notification is being queued; nil for no limit.
    var portions: Int?

    func room(_ places: Int, at now: UnixTime) -> Int {
        if let stop { return stop.isDue(at: now) && underWay == 0 ? 1 : 0 }
        let room = min(places + DeliveryWorkerState.reserve, answerTimes.needed) - underWay
        return portions == 0 || room < DeliveryWorkerState.portion ? 0 : room
    }
}

/// Measures how many deliveries a channel should have in flight. More deliveries would only wait in the provider's
/// queue, and each needs bookkeeping. The measure is the shortest recent time between a push and its answer, because
/// longer times include the wait in that queue.
struct AnswerTimes {
    static let least = 2000
    /// The rate to reach, in deliveries per second, even with slow answers.
    private static let rate: Int64 = 30_000
    /// The length of a window in milliseconds. A measurement is valid in its own window and in the next.
    private static let window: Int64 = 30_000

    private var began = UnixTime(rawValue: 0)
    private var shortest: Int64?
    private var shortestBefore: Int64?

    var needed: Int {
        guard let time = [shortest, shortestBefore].compactMap(\.self).min() else { return AnswerTimes.least }
        return max(AnswerTimes.least, Int(AnswerTimes.rate * time / 1000))
    }

    /// Records an answer. The time excludes the wait for a slot, which is independent of the provider.
    mutating func record(leftAt: UnixTime, at now: UnixTime) {
        // The clock may have been set in between, so the time is clamped.
        let time = min(max(0, now.rawValue - leftAt.rawValue), AnswerTimes.window)
        if !(0..<AnswerTimes.window).contains(now.rawValue - began.rawValue) {
            (began, shortestBefore, shortest) = (now, shortest, nil)
        }
        shortest = min(shortest ?? time, time)
    }
}
