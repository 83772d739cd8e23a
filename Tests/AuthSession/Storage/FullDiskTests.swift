// What clients are told when nothing can be stored.

import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import AuthSession

@Suite("A full disk under auth-session", .timeLimit(.minutes(1)))
struct FullDiskTests {
    @Test("is told as what it is, without a path, and what was stored is read")
    func isTold() async throws {
        let folder = try TemporaryFolder()
        var options = StorageOptions()
        options.maximumPages = 150
        let database = try SessionStore.openDatabase(
            at: folder.url.appendingPathComponent("test.sqlite"), options: options)
        defer { try? database.close() }
        let store = SessionStore(database: database, limits: SessionLimits(), tokens: .sample)
        var client = SessionClient()
        client.userAgent = String(repeating: "x", count: 3000)
        let refusal = await refusalOfFullStore { number in
            try await store.begin("s\(number)", of: .named("a\(number)"), client: client)
        }
        guard let refusal, case SessionStoreError.unavailable(let cause) = refusal else {
            Issue.record("it is no refusal for want of space")
            return
        }
        let answer = ServiceError(unavailable: cause)
        #expect(answer.code == .unavailable && answer.retryAfter == 60)
        #expect(answer.message.contains("no space left") && !answer.message.contains(folder.url.path))
        #expect(try store.ids(of: .named("a0")) == ["s0"])
    }

    @Test("is told apart from what is over in a moment")
    func others() {
        let answer = ServiceError(unavailable: StorageError.closed)
        #expect(answer == ServiceError(.unavailable, "the store is not available", retryAfter: 1))
    }
}
