// A provider that answers as a test says.

import Foundation
import Models
import Synchronization

@testable import Push

/// A provider that answers as a test says, and remembers what it was asked to send.
final class ScriptedGateway: PushGateway {
    private let pushes = Mutex([OutgoingPush]())
    private let answer: Mutex<@Sendable (OutgoingPush) async -> DeliveryOutcome>

    init(_ answer: @escaping @Sendable (OutgoingPush) async -> DeliveryOutcome = { _ in .sent(id: nil) }) {
        self.answer = Mutex(answer)
    }

    /// Everything that it was asked to send, in order.
    var sent: [OutgoingPush] { pushes.withLock { $0 } }

    /// Answers so from now on.
    func answer(_ answer: @escaping @Sendable (OutgoingPush) async -> DeliveryOutcome) {
        self.answer.withLock { $0 = answer }
    }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        pushes.withLock { $0.append(push) }
        return await answer.withLock { $0 }(push)
    }

    func close() async {}
}

extension OutgoingPush {
    /// The payload as a JSON object.
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: payload)) as? [String: Any] ?? [:] }
    var aps: [String: Any] { json["aps"] as? [String: Any] ?? [:] }
}
