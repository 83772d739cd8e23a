// What apps write with the bodies of BaliseAPI, and what becomes of it here.

import BaliseJSON
import Models
import Testing

@testable import Edge

@Suite("A body that an app writes")
struct RequestBodyTests {
    @Test(
        "becomes the message that it says",
        arguments: RequestBodyCase.all)
    func message(_ row: RequestBodyCase) async throws {
        let services = ScriptedServices.riders()
        let response = try await withEdge(services) { edge in
            try await edge.request(
                row.method, row.path, headers: [row.header, ("Content-Type", "application/json")], body: row.text)
        }
        #expect((200...202).contains(response.status), "\(response.body)")
        try row.check(services)
    }
}

/// A call with a body that an app has written, and the message that it has to become.
struct RequestBodyCase: Sendable, CustomTestStringConvertible {
    let name: String
    let method: String
    let path: String
    let text: String
    let header: (String, String)
    /// Looks at what the services have received.
    let check: @Sendable (ScriptedServices) throws -> Void

    /// - Parameters:
    ///   - path: From the root.
    ///   - check: Looks at the one message that the call has to become.
    init<Body: JSONWritable, Message: ServiceRequest>(
        _ method: String, _ path: String, _ body: Body, key: String? = nil, becomes message: Message.Type,
        _ check: @escaping @Sendable (Message) throws -> Void
    ) {
        name = "\(Body.self)"
        self.method = method
        self.path = path
        text = String(decoding: body.json.bytes, as: UTF8.self)
        header = key.map { ("X-API-Key", $0) } ?? ("Authorization", People.token)
        self.check = { services in
            let received = services.received(message)
            #expect(received.count == 1)
            try check(try #require(received.first))
        }
    }

    var testDescription: String { "\(method) \(path): \(name)" }
}

extension RequestBodyCase {
    /// Every body that an app sends.
    static let all = [
        sessions, accounts, devices, notifications, pushTokens, interactions, previews, channels, channelRemovals,
        removals, testPushes, ecovelo,
    ].flatMap { $0 }
}
