import Models

struct DeliveryWorkerState {
    /// Deliveries that wait for slots, so that none stays empty while the queue is read.
    static let reserve = 1000
    static let portion = 500

    var underWay = 0
    var answerTimes = AnswerTimes()
    var place: QueuePlace?
    var marked: QueuePlace?
    /// The queue is known to contain only deliveries in flight.
    var isDry = false
    var stop: DeliveryStop?
    var keptOutage: KeptOutage?
    var trial: Int64?
    var refusals = CredentialRefusals()
    /// As named by tokens. Their deliveries wait for their own credential.
    var waitingTopics: Set<String?> = []
    var outages = 0
    var isOutageOver = false
    /// For reading while a notification is being queued; nil for no limit.
    var portions: Int?

    func room(_ places: Int, at now: UnixTime) -> Int {
        if let stop { return stop.isDue(at: now) && underWay == 0 ? 1 : 0 }
        let room = min(places + DeliveryWorkerState.reserve, answerTimes.needed) - underWay
        return portions == 0 || room < DeliveryWorkerState.portion ? 0 : room
    }
}

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
