// The operator's program that messages to people are posted to, here to be read by tests.

import Fakes
import Foundation
import Isolation

/// Takes what Balise posts as messages to people.
struct Mailbox: Sendable {
    /// What the calls are signed with.
    static let secret = "the webhook's own secret"

    /// A message as it was posted.
    struct Message: Sendable {
        static let signInNotice = "new-sign-in"

        let json: JSON?

        var to: String? { json?["to"]?.text }
        var kind: String? { json?["kind"]?.text }
        var token: String? { json?["token"]?.text }
    }

    private static let starting = Task { Mailbox(receiver: try await FakeReceiver.lasting()) }

    /// The one that all tests share; it lives as long as the process.
    static func shared() async throws -> Mailbox { try await starting.value }

    private let receiver: FakeReceiver

    /// Where it listens.
    var address: String { receiver.url("/messages").absoluteString }

    private var all: [Message] { receiver.calls.map { Message(json: try? JSON(reading: $0.body)) } }

    /// The messages to somebody, the oldest first, but for notices of sign-ins: whoever signs in on a second device gets one,
    /// at whatever moment.
    func messages(to address: String) -> [Message] {
        all.filter { $0.to == address && $0.kind != Message.signInNotice }
    }

    /// The notices of sign-ins to somebody, the oldest first.
    func signInNotices(to address: String) -> [Message] {
        all.filter { $0.to == address && $0.kind == Message.signInNotice }
    }

    /// Waits for as many messages to somebody, and tells the last.
    func message(_ count: Int = 1, to address: String) async throws -> Message {
        try await eventually("a message to somebody") { messages(to: address).count >= count }
        return messages(to: address)[count - 1]
    }
}
