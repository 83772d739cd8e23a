import Models
import Synchronization

/// Keeps a withdrawn delivery from being sent, and a delivery that may still be sent from being counted as unsent. A
/// delivery is judged by one state of the database and may then wait long for a slot. Before sending, the worker asks
/// here whether that state is still current. Cancellations skip deliveries in flight until their outcome is stored.
final class InFlight: Sendable {
    /// The number of a committed change, which grows with each change. A delivery has the revision from before it was
    /// read, so it accounts for all changes up to that revision.
    typealias Revision = UInt64

    private struct State {
        var revision: Revision = 1
        /// The least revision of a valid judgement. Deliveries with an older revision are judged again in any case.
        var floor: Revision = 0
        var recipients: [Int64: Revision] = [:]
        var notifications: [Int64: Revision] = [:]
        /// The recipients and notifications that uncommitted transactions change. Their deliveries wait for the commit.
        var changing: (recipients: Set<Int64>, notifications: Set<Int64>) = ([], [])
        var deliveries: Set<Int64> = []
        /// The deliveries in flight within a digest, by the digest's number.
        var gathered: [Int64: [Int64]] = [:]

        func isCurrent(_ delivery: DueDelivery) -> Bool {
            if delivery.revision == revision, changing.recipients.isEmpty, changing.notifications.isEmpty {
                return true
            }
            let (recipient, notification) = (delivery.recipient.number, delivery.notification.number)
            return delivery.revision >= floor && recipients[recipient] ?? 0 <= delivery.revision
                && notifications[notification] ?? 0 <= delivery.revision && !changing.recipients.contains(recipient)
                && !changing.notifications.contains(notification)
                && delivery.gathered.allSatisfy { isCurrent($0) }
        }
    }

    /// The most recorded changes. Beyond this number, `floor` replaces the two tables, which bounds the memory.
    private static let capacity = 20_000

    private let state = Mutex(State())

    // MARK: Sending

    /// The current revision. Take it before you read the database.
    var revision: Revision { state.withLock { $0.revision } }

    func isCurrent(_ delivery: DueDelivery) -> Bool { state.withLock { $0.isCurrent(delivery) } }

    func begin(_ delivery: DueDelivery, by clock: any WallClock) -> Bool {
        state.withLock { state in
            guard state.isCurrent(delivery), clock.now() < delivery.notification.endsAt else { return false }
            state.deliveries.insert(delivery.place.number)
            if !delivery.gathered.isEmpty {
                // The deliveries of an earlier attempt stay until its outcome is stored.
                let numbers = delivery.gathered.map(\.place.number)
                state.deliveries.formUnion(numbers)
                state.gathered[delivery.place.number, default: []] += numbers
            }
            return true
        }
    }

    /// Forgets deliveries in flight. Call it once the outcome is stored, or when the deliveries come back unsent.
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

    var count: Int { state.withLock { $0.deliveries.count } }

    // MARK: Changes within transactions

    /// Marks a recipient as changed. Call it when its stored data changes, such as preferences or push devices.
    func change(recipient: Int64) { state.withLock { _ = $0.changing.recipients.insert(recipient) } }

    func change(notification: Int64) { state.withLock { _ = $0.changing.notifications.insert(notification) } }

    func commit() {
        state.withLock { state in
            guard !state.changing.recipients.isEmpty || !state.changing.notifications.isEmpty else { return }
            state.revision += 1
            for recipient in state.changing.recipients { state.recipients[recipient] = state.revision }
            for notification in state.changing.notifications { state.notifications[notification] = state.revision }
            state.changing = ([], [])
            if state.recipients.count + state.notifications.count > InFlight.capacity {
                state.floor = state.revision
                (state.recipients, state.notifications) = ([:], [:])
            }
        }
    }

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
