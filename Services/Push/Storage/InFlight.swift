// The deliveries that are on their way to a provider, and what has changed since they were judged.

import Models
import Synchronization

/// Prevents that a withdrawn delivery is sent, and that a delivery is counted as not sent while it may still be.
///
/// A delivery is judged by a state of the database and may then wait long for a place at its provider. Before it is
/// sent, the worker asks here whether that state still counts. From then on the delivery is in flight until its outcome
/// is stored, and a cancellation passes over it meanwhile.
final class InFlight: Sendable {
    /// Grows with each committed change. A delivery carries the revision from before it was read, so it knows of all
    /// changes up to that one.
    typealias Revision = UInt64

    private struct State {
        var revision: Revision = 1
        /// A delivery with an older revision is judged again, whomever the changes since concerned.
        var floor: Revision = 0
        var recipients: [Int64: Revision] = [:]
        var announcements: [Int64: Revision] = [:]
        /// Whom and what transactions change that are not committed yet; nothing of theirs leaves before the commit.
        var changing: (recipients: Set<Int64>, announcements: Set<Int64>) = ([], [])
        var deliveries: Set<Int64> = []
        /// Those among them that are on their way within a digest, by its number.
        var gathered: [Int64: [Int64]] = [:]

        func isCurrent(_ delivery: DueDelivery) -> Bool {
            if delivery.revision == revision, changing.recipients.isEmpty, changing.announcements.isEmpty {
                return true
            }
            let (recipient, announcement) = (delivery.recipient.number, delivery.announcement.number)
            return delivery.revision >= floor && recipients[recipient] ?? 0 <= delivery.revision
                && announcements[announcement] ?? 0 <= delivery.revision && !changing.recipients.contains(recipient)
                && !changing.announcements.contains(announcement)
                && delivery.gathered.allSatisfy { isCurrent($0) }
        }
    }

    /// After more changes than this `floor` takes the place of the two tables, so that memory stays bounded.
    private static let capacity = 20_000

    private let state = Mutex(State())

    // MARK: What is sent

    /// Taken before the database is read.
    var revision: Revision { state.withLock { $0.revision } }

    /// Whether what was judged by a state of the database still counts.
    func isCurrent(_ delivery: DueDelivery) -> Bool { state.withLock { $0.isCurrent(delivery) } }

    /// Lets a delivery leave if what it was judged by still counts.
    func begin(_ delivery: DueDelivery, by clock: any WallClock) -> Bool {
        state.withLock { state in
            guard state.isCurrent(delivery), clock.now() < delivery.announcement.endsAt else { return false }
            state.deliveries.insert(delivery.place.number)
            if !delivery.gathered.isEmpty {
                // Those of a try before stay until its outcome is written down.
                let numbers = delivery.gathered.map(\.place.number)
                state.deliveries.formUnion(numbers)
                state.gathered[delivery.place.number, default: []] += numbers
            }
            return true
        }
    }

    /// The outcome of these is written down, or they came back unsent.
    func end(_ deliveries: some Sequence<Int64>) {
        state.withLock { state in
            for delivery in deliveries {
                state.deliveries.remove(delivery)
                guard !state.gathered.isEmpty, let gathered = state.gathered.removeValue(forKey: delivery) else {
                    continue
                }
                state.deliveries.subtract(gathered)
            }
        }
    }

    /// How many are in flight.
    var count: Int { state.withLock { $0.deliveries.count } }

    // MARK: What changes, inside of transactions

    /// What is known of somebody changes, such as whether they want to hear of something, or how they are reached.
    func change(recipient: Int64) { state.withLock { _ = $0.changing.recipients.insert(recipient) } }

    /// An announcement is taken back.
    func change(announcement: Int64) { state.withLock { _ = $0.changing.announcements.insert(announcement) } }

    /// The transactions that changed something are over.
    func commit() {
        state.withLock { state in
            guard !state.changing.recipients.isEmpty || !state.changing.announcements.isEmpty else { return }
            state.revision += 1
            for recipient in state.changing.recipients { state.recipients[recipient] = state.revision }
            for announcement in state.changing.announcements { state.announcements[announcement] = state.revision }
            state.changing = ([], [])
            if state.recipients.count + state.announcements.count > InFlight.capacity {
                state.floor = state.revision
                (state.recipients, state.announcements) = ([:], [:])
            }
        }
    }

    /// Which of several may be ended now, and which are in flight.
    func split<Delivery: Sendable>(
        _ deliveries: [Delivery], number: KeyPath<Delivery, Int64>
    ) -> (endable: [Delivery], inFlight: [Delivery]) {
        state.withLock { state in
            if state.deliveries.isEmpty { return (deliveries, []) }
            var (endable, inFlight): ([Delivery], [Delivery]) = ([], [])
            for delivery in deliveries {
                if state.deliveries.contains(delivery[keyPath: number]) {
                    inFlight.append(delivery)
                } else {
                    endable.append(delivery)
                }
            }
            return (endable, inFlight)
        }
    }
}
