// What is measured of messages to people.

import CoreMetrics

/// What is measured of messages to people. Nothing here tells one person from another.
struct MessageMetrics: Sendable {
    /// What became of tries, by kind and outcome.
    static let messages = "balise_identity_messages_total"
    /// How many messages wait, and how many were given up of late; of all processes with the same database.
    static let waiting = "balise_identity_messages_waiting"
    static let givenUp = "balise_identity_messages_given_up"

    /// What became of a try.
    enum Outcome: String {
        case sent
        /// It is tried again.
        case delayed
        /// The receiver refused it for good.
        case refused
        /// It was tried for a day.
        case abandoned
        /// What it would have brought was over.
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
