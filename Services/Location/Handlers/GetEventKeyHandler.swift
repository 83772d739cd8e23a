// Answers GetEventKey: the key under which the ids of live events are made.

import Models

/// Answers `GetEventKey`.
struct GetEventKeyHandler: Sendable {
    let key: [UInt8]

    func handle(_ request: GetEventKey, _ context: MessageContext) async -> GetEventKey.Reply {
        GetEventKey.Reply(key: SecretText(base64URL(key)))
    }
}
