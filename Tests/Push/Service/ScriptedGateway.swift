// A provider that answers as a test says.

import Foundation
import Models
import Synchronization

@testable import Push

/// A provider that answers as a test says, and remembers what it was asked to send.
final class ScriptedGateway: PushGateway {
    private let pushes = Mutex([OutgoingPush]())
    private let script: Mutex<Script>

    /// A function by itself, in a generic type, would be wrapped once more each time that it is taken out, and in the end be
    /// buried so deep that no stack reaches it.
    private struct Script {
        var answer: @Sendable (OutgoingPush) async -> DeliveryOutcome
    }

    init(_ answer: @escaping @Sendable (OutgoingPush) async -> DeliveryOutcome = { _ in .sent(id: nil) }) {
        script = Mutex(Script(answer: answer))
    }

    /// Everything that it was asked to send, in order.
    var sent: [OutgoingPush] { pushes.withLock { $0 } }

    /// Answers so from now on.
    func answer(_ answer: @escaping @Sendable (OutgoingPush) async -> DeliveryOutcome) {
        script.withLock { $0.answer = answer }
    }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        pushes.withLock { $0.append(push) }
        return await script.withLock { $0.answer }(push)
    }

    func close() async {}
}

extension OutgoingPush {
    /// The payload as a JSON object.
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: payload)) as? [String: Any] ?? [:] }
    var aps: [String: Any] { json["aps"] as? [String: Any] ?? [:] }
}
