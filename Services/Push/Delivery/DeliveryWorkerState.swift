// How far a worker is with the queue of its channel.

import Models

/// How far a worker is with the queue of its channel, and what keeps it.
struct DeliveryWorkerState {
    /// How many wait for a place at the provider, so that none stays empty while the queue is read.
    static let reserve = 1000
    /// How many rows are read at a time.
    static let portion = 500

    var underWay = 0
    var answerTimes = AnswerTimes()
    /// Up to where the queue has been looked at; nil for the beginning.
    var place: QueuePlace?
    /// Up to where it is stored that the queue has been read.
    var marked: QueuePlace?
    /// Whether there is nothing in the queue but what is under way, as far as it is known.
    var isDry = false
    /// Nil while all is well.
    var stop: DeliveryStop?
    /// What is stored of an outage.
    var keptOutage: KeptOutage?
    /// The delivery with which a stopped worker tries.
    var trial: Int64?
    var refusals = CredentialRefusals()
    /// The topics, as tokens name them, whose deliveries wait for a credential of their own.
    var waitingTopics: Set<String?> = []
    /// How many answered that the provider is not well since somebody was answered otherwise.
    var outages = 0
    /// Whether what waits for the end of an outage can go on.
    var isOutageOver = false
    /// How many portions may be read while an announcement is being queued; nil for as many as there is room for.
    var portions: Int?

    /// How many may be taken on now, with so many places at the provider.
    func room(_ places: Int, at now: UnixTime) -> Int {
        if let stop { return stop.isDue(at: now) && underWay == 0 ? 1 : 0 }
        let room = min(places + DeliveryWorkerState.reserve, answerTimes.needed) - underWay
        return portions == 0 || room < DeliveryWorkerState.portion ? 0 : room
    }
}
