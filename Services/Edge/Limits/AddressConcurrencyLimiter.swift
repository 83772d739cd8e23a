// How many requests of one address are in progress, and how much of their answers waits.

import MessageBus
import Models
import Synchronization

/// Counts the requests in progress of each address, of IPv6 of each network, and holds them and their answers to
/// bounds.
final class AddressConcurrencyLimiter: Sendable {
    /// The requests in progress of one address.
    final class Counter: Sendable {
        let address: String
        fileprivate let slots: Quota
        /// The answers that wait for clients of this address.
        let answers: BodyBudget
        /// How many hold this counter; guarded by the table's lock.
        fileprivate let holders = Atomic<Int>(0)

        fileprivate init(_ address: String, bound: Int, _ answers: BodyBudget) {
            self.address = address
            slots = Quota(bound)
            self.answers = answers
        }
    }

    private let bound: Int
    private let answers: BodyBudget
    private let counters = Mutex<[String: Counter]>([:])

    /// - Parameters:
    ///   - bound: The most requests of an address at a time.
    ///   - answers: The budget of all answers that wait, of which each address may have a part.
    init(bound: Int, answers: BodyBudget) {
        self.bound = bound
        self.answers = answers
    }

    /// The counter of an address, kept in the table until it is given back.
    func hold(_ address: String) -> Counter {
        let owner = ClientNetwork(text: address).ownerText
        return counters.withLock { counters in
            let counter = counters[owner] ?? Counter(owner, bound: bound, answers.ofOneAddress())
            if counter.holders.wrappingAdd(1, ordering: .relaxed).newValue == 1 { counters[owner] = counter }
            return counter
        }
    }

    /// Gives a held counter back; the last holder takes it out of the table.
    func drop(_ counter: Counter) {
        counters.withLock { counters in
            if counter.holders.wrappingSubtract(1, ordering: .relaxed).newValue == 0 {
                counters[counter.address] = nil
            }
        }
    }

    /// Takes a slot; false when the address has as many requests in progress as the bound allows.
    func acquire(_ counter: Counter) -> Bool { counter.slots.acquire() }

    /// Gives a taken slot back.
    func release(_ counter: Counter) { counter.slots.release() }

    /// How many addresses are in the table.
    var addressCount: Int { counters.withLock { $0.count } }
}
