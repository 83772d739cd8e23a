// How many streams there may be at a time.

import Models
import ServiceSettings
import Synchronization

/// Bounds the streams of this edge: all together, by address (of IPv6 by network), and by account.
final class StreamLimiter: Sendable {
    /// The most streams of one account at a time.
    static let perAccount = 20

    private struct State {
        var count = 0
        var byOwner: [String: Int] = [:]
    }

    private let total: Int
    private let perAddress: Int
    private let state = Mutex(State())

    init(_ limits: HTTPLimits) {
        total = limits.streams
        perAddress = limits.streamsPerAddress
    }

    /// How many streams there are.
    var count: Int { state.withLock { $0.count } }

    /// A place, which is given back when nobody holds it any more.
    final class Place: Sendable {
        private let limiter: StreamLimiter
        private let owners: [String]

        fileprivate init(of limiter: StreamLimiter, _ owners: [String]) {
            self.limiter = limiter
            self.owners = owners
        }

        deinit { limiter.leave(owners) }
    }

    /// Takes a place before anything else is looked at; throws 429 where the address or the account has as many as it may
    /// have, and 503 where there is none.
    func enter(address: String, account: AccountID? = nil) throws(EdgeError) -> Place {
        // A space stands in no account's id.
        let network = "address " + ClientNetwork(text: address).ownerText
        let bounds =
            [(network, perAddress)] + (account.map { [("account " + $0.text, StreamLimiter.perAccount)] } ?? [])
        let refusal: EdgeError? = state.withLock { state in
            for (owner, bound) in bounds where state.byOwner[owner, default: 0] >= bound {
                return EdgeError(.rateLimited, "too many streams are open; close one first", retryAfter: 30)
            }
            guard state.count < total else {
                return EdgeError(.overloaded, "all streams are taken; try again in a moment", retryAfter: 5)
            }
            state.count += 1
            for (owner, _) in bounds { state.byOwner[owner, default: 0] += 1 }
            return nil
        }
        if let refusal { throw refusal }
        return Place(of: self, bounds.map(\.0))
    }

    private func leave(_ owners: [String]) {
        state.withLock { state in
            state.count -= 1
            for owner in owners {
                let count = state.byOwner[owner, default: 1] - 1
                state.byOwner[owner] = count > 0 ? count : nil
            }
        }
    }
}
