import Models

struct GetEventKeyHandler: Sendable {
    let key: [UInt8]

    func handle(_ request: GetEventKey, _ context: MessageContext) async -> GetEventKey.Reply {
        GetEventKey.Reply(key: SecretText(base64URL(key)))
    }
}
