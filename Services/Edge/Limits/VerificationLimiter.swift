import Models
import Synchronization

/// Limits verification by network, so that wrong secrets do not lock out a right secret. A network has as many places
/// as secrets may still be wrong in this minute, but at least `always`. A secret waits for a place, and is refused only
/// if `maximumWaiting` secrets already wait. The minute begins with the first wrong secret.
final class VerificationLimiter: Sendable {
    enum Admission: Sendable {
        /// The secret is verified now. The caller must call `leave` with the result.
        case goes
        /// Too many secrets already wait. The client may retry after this number of seconds.
        case refused(Int)
        case cancelled
    }

    typealias Key = AttemptWindows.Key

    private struct Waiter {
        let number: UInt64
        let continuation: CheckedContinuation<Admission, Never>
    }

    private struct Network {
        var began: Duration
        var wrong = 0
        var underWay = 0
        var waiting: [Waiter] = []

        var isIdle: Bool { underWay == 0 && waiting.isEmpty }
    }

    private struct State {
        var networks: [Key: Network] = [:]
        var lastNumber: UInt64 = 0
    }

    /// The places for parallel verification, even after too many wrong secrets.
    static let always = 8
    private static let minute = Duration.seconds(60)
    static let maximumWaiting = 1000

    private let bound: Int
    private let memory: Int
    private let state = Mutex(State())

    /// - Parameter memory: The most networks in memory, at least 8.
    init(bound: Int, memory: Int) {
        self.bound = bound
        self.memory = max(8, memory)
    }

    var count: Int { state.withLock { $0.networks.count } }

    func waiting(_ key: Key) -> Int { state.withLock { $0.networks[key]?.waiting.count ?? 0 } }

    func enter(_ key: Key, at now: Duration) async -> Admission {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let admission = state.withLock { state -> Admission? in
                    if Task.isCancelled { return .cancelled }
                    if state.networks[key] == nil {
                        // A network with a verification in progress is never dropped.
                        state.networks.makeRoom(
                            within: memory,
                            isOver: { $0.isIdle && now - $0.began >= VerificationLimiter.minute }, mayGo: \.isIdle)
                    }
                    var network = state.networks[key] ?? Network(began: now)
                    defer { state.networks[key] = network }
                    beginMinute(of: &network, at: now)
                    if network.underWay < places(of: network) {
                        network.underWay += 1
                        return .goes
                    }
                    guard network.waiting.count < VerificationLimiter.maximumWaiting else { return .refused(1) }
                    network.waiting.append(Waiter(number: number, continuation: continuation))
                    return nil
                }
                if let admission { continuation.resume(returning: admission) }
            }
        } onCancel: {
            withdraw(number, from: key)
        }
    }

    /// Gives a place back, and admits waiting secrets. For a wrong secret after too many others, returns the seconds
    /// until the end of the minute.
    func leave(_ key: Key, wasWrong: Bool, at now: Duration) -> Int? {
        let (seconds, ready) = state.withLock { state -> (Int?, [Waiter]) in
            guard var network = state.networks[key] else { return (nil, []) }
            beginMinute(of: &network, at: now)
            var seconds: Int?
            network.underWay -= 1
            if wasWrong {
                if network.wrong == 0 { network.began = now }
                if network.wrong >= bound { seconds = left(of: network, at: now) }
                network.wrong += 1
            }
            let ready = letGo(&network)
            state.networks[key] = network.isIdle && network.wrong == 0 ? nil : network
            return (seconds, ready)
        }
        for waiter in ready { waiter.continuation.resume(returning: .goes) }
        return seconds
    }

    private func letGo(_ network: inout Network) -> [Waiter] {
        let ready = network.waiting.prefix(max(0, places(of: network) - network.underWay))
        network.waiting.removeFirst(ready.count)
        network.underWay += ready.count
        return Array(ready)
    }

    private func withdraw(_ number: UInt64, from key: Key) {
        let waiter = state.withLock { state -> Waiter? in
            guard let position = state.networks[key]?.waiting.firstIndex(where: { $0.number == number }) else {
                return nil
            }
            return state.networks[key]?.waiting.remove(at: position)
        }
        waiter?.continuation.resume(returning: .cancelled)
    }

    private func places(of network: Network) -> Int { max(bound - network.wrong, VerificationLimiter.always) }

    private func beginMinute(of network: inout Network, at now: Duration) {
        if now - network.began >= VerificationLimiter.minute { network.wrong = 0 }
    }

    private func left(of network: Network, at now: Duration) -> Int {
        max(1, (network.began + VerificationLimiter.minute - now).wholeSeconds)
    }
}
