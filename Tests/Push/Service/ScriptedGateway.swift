// A provider that answers as a test says.

import Foundation
import Models
import Synchronization

@testable import Push

/// A provider that answers as a test says, and remembers what it was asked to send.
final class ScriptedGateway: PushGateway {
    private let pushes = Mutex([OutgoingPush]())
    private let script: Mutex<Script>

    /// A function by itself, in a generic type, would be wrapped once more each time that it is taken out, and in the
    /// end be buried so deep that no stack reaches it.
    private struct Script {
        var answer: @Sendable (OutgoingPush) async -> DeliveryOutcome
        var hasPlaces = true
        /// Those who wait for a place.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var refusals = 0
    }

    let broadcasts: any BroadcastGateway

    init(
        broadcasts: any BroadcastGateway = UnconfiguredBroadcasts(),
        _ answer: @escaping @Sendable (OutgoingPush) async -> DeliveryOutcome = { _ in .sent(id: nil) }
    ) {
        self.broadcasts = broadcasts
        script = Mutex(Script(answer: answer))
    }

    /// Everything that it was asked to send, in order.
    var sent: [OutgoingPush] { pushes.withLock { $0 } }

    /// Answers so from now on.
    func answer(_ answer: @escaping @Sendable (OutgoingPush) async -> DeliveryOutcome) {
        script.withLock { $0.answer = answer }
    }

    /// How many wait for a place.
    var waiting: Int { script.withLock { $0.waiting.count } }

    /// How many were kept from leaving at the last moment.
    var refusals: Int { script.withLock { $0.refusals } }

    /// Has no place for anybody from now on, or for everybody.
    func setPlaces(_ hasPlaces: Bool) {
        let waiting = script.withLock { script in
            script.hasPlaces = hasPlaces
            defer { if hasPlaces { script.waiting = [] } }
            return hasPlaces ? script.waiting : []
        }
        for continuation in waiting { continuation.resume() }
    }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        await withCheckedContinuation { continuation in
            let isNow = script.withLock { script in
                if !script.hasPlaces { script.waiting.append(continuation) }
                return script.hasPlaces
            }
            if isNow { continuation.resume() }
        }
        guard push.check?.begin() ?? true else {
            script.withLock { $0.refusals += 1 }
            return .outdated
        }
        pushes.withLock { $0.append(push) }
        return await script.withLock { $0.answer }(push)
    }

    func places(in channel: DeliveryChannel) -> Int { 1000 }

    func close() async {}
}

extension OutgoingPush {
    /// The payload as a JSON object.
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: payload)) as? [String: Any] ?? [:] }
    var aps: [String: Any] { json["aps"] as? [String: Any] ?? [:] }
}
