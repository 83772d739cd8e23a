/// Receives Balise's messages to users, in place of the operator's program.
struct Mailbox: Sendable {
    static let secret = "the webhook's own secret"

    struct Message: Sendable {
        static let signInNotice = "new-sign-in"

        let json: JSON?

        var to: String? { json?["to"]?.text }
        var kind: String? { json?["kind"]?.text }
        var token: String? { json?["token"]?.text }
    }

    private static let starting = Task { Mailbox(receiver: try await FakeReceiver.lasting()) }

    /// Shared by all tests; it lives as long as the process.
    static func shared() async throws -> Mailbox { try await starting.value }

    private let receiver: FakeReceiver

    var address: String { receiver.url("/messages").absoluteString }

    private var all: [Message] { receiver.calls.map { Message(json: try? JSON(reading: $0.body)) } }

    /// Without sign-in notices, which arrive at any moment after a sign-in on a second device.
    func messages(to address: String) -> [Message] {
        all.filter { $0.to == address && $0.kind != Message.signInNotice }
    }

    func signInNotices(to address: String) -> [Message] {
        all.filter { $0.to == address && $0.kind == Message.signInNotice }
    }

    func message(_ count: Int = 1, to address: String) async throws -> Message {
        try await eventually("a message to somebody") { messages(to: address).count >= count }
        return messages(to: address)[count - 1]
    }
}
