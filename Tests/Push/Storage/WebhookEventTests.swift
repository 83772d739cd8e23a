// The queue of publishers' events, where what is posted and what is stored run apart.

import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import Push

@Suite("The queue of publishers' events", .timeLimit(.minutes(10)))
struct WebhookEventTests {
    @Test("keeps an event that took the number of one which was removed while it was posted")
    func removedMeanwhile() async throws {
        let folder = try TemporaryFolder()
        let database = try PushStore.openDatabase(at: folder.url.appendingPathComponent("push.sqlite"))
        let store = PushStore(database: database) { _ in }
        let target = WebhookTable.Target(
            publisher: PublisherID("shop")!, url: "https://shop.example/", secret: SecretText("whsec_"))
        func queue(_ id: String) async throws {
            try await store.setWebhook(target, at: .start)
            try await database.write { connection in
                try WebhookEventTable(connection: connection)
                    .insert("token.gone", id, "{}", for: target.publisher, at: .start)
            }
        }
        try await queue("msg_1")
        let posted = try #require(try await store.nextEvent(of: target.publisher, at: .start)).event
        #expect(try await store.removeWebhook(of: target.publisher))
        try await queue("msg_2")
        try await store.recordNotPosted(posted, "status 503", next: nil, at: .start)
        try await store.recordPosted(posted, to: target.publisher, at: .start)
        #expect(try await store.nextEvent(of: target.publisher, at: .start)?.event.id == "msg_2")
        try database.close()
    }
}
