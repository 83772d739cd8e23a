import CoreMetrics

/// The metrics of messages. They contain nothing that identifies a user.
struct MessageMetrics: Sendable {
    static let messages = "balise_identity_messages_total"
    /// The number of waiting messages and of those recently given up, for all processes with the same database.
    static let waiting = "balise_identity_messages_waiting"
    static let givenUp = "balise_identity_messages_given_up"

    enum Outcome: String {
        case sent
        case delayed
        /// The receiver refused it permanently.
        case refused
        /// It was retried for a day.
        case abandoned
        /// Its token had expired.
        case expired
    }

    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) { self.factory = factory }

    func count(_ outcome: Outcome, _ kind: MessageKind) {
        factory.makeCounter(
            label: MessageMetrics.messages, dimensions: [("kind", kind.rawValue), ("outcome", outcome.rawValue)]
        ).increment(by: 1)
    }

    func record(_ status: MessageStatus) {
        factory.makeMeter(label: MessageMetrics.waiting, dimensions: []).set(Int64(status.waiting))
        factory.makeMeter(label: MessageMetrics.givenUp, dimensions: []).set(Int64(status.dead))
    }
}
