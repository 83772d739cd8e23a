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
