import Models
import ServiceSettings
import Synchronization

/// Limits the simultaneous answers of one kind: in total, by address (for IPv6 by network), and by account.
final class LongAnswerLimiter: Sendable {
    struct Bounds: Sendable {
        var total: Int
        var perAddress: Int
        var perAccount: Int
    }

    private struct State {
        var count = 0
        var byOwner: [String: Int] = [:]
    }

    private let name: String
    private let bounds: Bounds
    private let state = Mutex(State())

    init(_ name: String, _ bounds: Bounds) {
        self.name = name
        self.bounds = bounds
    }

    static func streams(_ limits: HTTPLimits) -> LongAnswerLimiter {
        LongAnswerLimiter(
            "streams", Bounds(total: limits.streams, perAddress: limits.streamsPerAddress, perAccount: 20))
    }

    /// Returns the limiter of WebSockets. They also count as streams.
    static func sockets(_ limits: HTTPLimits) -> LongAnswerLimiter {
        LongAnswerLimiter(
            "WebSockets", Bounds(total: .max, perAddress: limits.socketsPerAddress, perAccount: .max))
    }

    var count: Int { state.withLock { $0.count } }

    /// A place, which is released with its last reference.
    final class Place: Sendable {
        private let limiter: LongAnswerLimiter
        private let owners: Mutex<[String]?>

        fileprivate init(of limiter: LongAnswerLimiter, _ owners: [String]) {
            self.limiter = limiter
            self.owners = Mutex(owners)
        }

        deinit { release() }

        func release() {
            let taken = owners.withLock { owners in
                defer { owners = nil }
                return owners
            }
            if let taken { limiter.leave(taken) }
        }
    }

    /// Takes a place. Throws 429 if the address or the account has its maximum, and 503 if no place is left.
    func enter(address: String, account: AccountID? = nil) throws(EdgeError) -> Place {
        // Account ids contain no space, so the two kinds of keys cannot collide.
        var owners = [("address " + ClientNetwork(text: address).ownerText, bounds.perAddress)]
        if let account { owners.append(("account " + account.text, bounds.perAccount)) }
        let refusal: EdgeError? = state.withLock { state in
            for (owner, bound) in owners where state.byOwner[owner, default: 0] >= bound {
                return EdgeError(
                    .rateLimited, "too many \(name) are under way; wait until one has ended, or end one",
                    retryAfter: 30)
            }
            guard state.count < bounds.total else {
                return EdgeError(
                    .overloaded, "the server has reached its limit of \(name); try again in a moment",
                    retryAfter: 5)
            }
            state.count += 1
            for (owner, _) in owners { state.byOwner[owner, default: 0] += 1 }
            return nil
        }
        if let refusal { throw refusal }
        return Place(of: self, owners.map(\.0))
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
