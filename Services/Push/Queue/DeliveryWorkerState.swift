import Models

struct DeliveryWorkerState {
    /// The number of deliveries that wait for a slot, so that no slot stays empty while the queue is read.
    static let reserve = 1000
    static let portion = 500

    var underWay = 0
    var answerTimes = AnswerTimes()
    /// The read position; nil for the beginning.
    var place: QueuePlace?
    var marked: QueuePlace?
    /// Whether the queue is known to contain only deliveries in flight.
    var isDry = false
    /// Nil while the worker sends.
    var stop: DeliveryStop?
    var keptOutage: KeptOutage?
    var trial: Int64?
    var refusals = CredentialRefusals()
    /// The topics, as named by tokens, whose deliveries wait for their own credential.
    var waitingTopics: Set<String?> = []
    var outages = 0
    /// Whether deliveries that wait for the end of an outage can continue.
    var isOutageOver = false
    /// The number of portions that may be read while a notification is being queued; nil for no limit.
    var portions: Int?

    /// The number of deliveries that may be taken now.
    func room(_ places: Int, at now: UnixTime) -> Int {
        if let stop { return stop.isDue(at: now) && underWay == 0 ? 1 : 0 }
        let room = min(places + DeliveryWorkerState.reserve, answerTimes.needed) - underWay
        return portions == 0 || room < DeliveryWorkerState.portion ? 0 : room
    }
}
