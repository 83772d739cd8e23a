import MessageBus
import Models
import Synchronization

final class AddressConcurrencyLimiter: Sendable {
    final class Counter: Sendable {
        let address: String
        let slots: Quota
        /// Answers that wait for clients of this address.
        let answers: BodyBudget
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

    /// `answers` is the budget of all waiting answers; each address may use a part of it.
    init(bound: Int, answers: BodyBudget) {
        self.bound = bound
        self.answers = answers
    }

    /// The table keeps it until `drop`.
    func hold(_ address: String) -> Counter {
        let owner = ClientNetwork(text: address).ownerText
        return counters.withLock { counters in
            let counter = counters[owner] ?? Counter(owner, bound: bound, answers.ofOneAddress())
            if counter.holders.wrappingAdd(1, ordering: .relaxed).newValue == 1 { counters[owner] = counter }
            return counter
        }
    }

    /// The last holder removes it from the table.
    func drop(_ counter: Counter) {
        counters.withLock { counters in
            if counter.holders.wrappingSubtract(1, ordering: .relaxed).newValue == 0 {
                counters[counter.address] = nil
            }
        }
    }

    var addressCount: Int { counters.withLock { $0.count } }
}
