@testable import Push

final class ScriptedGateway: PushGateway {
    private let pushes = Mutex([OutgoingPush]())
    private let script: Mutex<Script>

    /// Wrapped: a bare function in a generic type is wrapped again at each access, which in the end overflows the stack.
    private struct Script {
        var answer: @Sendable (OutgoingPush) async -> DeliveryOutcome
        var hasPlaces = true
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

    var sent: [OutgoingPush] { pushes.withLock { $0 } }

    func answer(_ answer: @escaping @Sendable (OutgoingPush) async -> DeliveryOutcome) {
        script.withLock { $0.answer = answer }
    }

    var waiting: Int { script.withLock { $0.waiting.count } }

    var refusals: Int { script.withLock { $0.refusals } }

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
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: payload)) as? [String: Any] ?? [:] }
    var aps: [String: Any] { json["aps"] as? [String: Any] ?? [:] }
}
