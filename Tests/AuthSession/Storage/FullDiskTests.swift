// What clients are told when nothing can be stored.

import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import AuthSession

@Suite("A full disk under auth-session", .timeLimit(.minutes(10)))
struct FullDiskTests {
    @Test("is told as what it is, without a path, and what was stored is read")
    func isTold() async throws {
        let small = try SmallDatabase(pages: 150) { try SessionStore.openDatabase(at: $0, options: $1) }
        let store = SessionStore(database: small.database, limits: SessionLimits(), tokens: .sample)
        var client = SessionClient()
        client.userAgent = String(repeating: "x", count: 3000)
        let refusal = await refusalOfFullStore { number in
            try await store.begin("s\(number)", of: .named("a\(number)"), client: client)
        }
        guard let refusal, case SessionStoreError.unavailable(let cause) = refusal else {
            Issue.record("it is no refusal for want of space")
            return
        }
        #expect(small.isTold(ServiceError(unavailable: cause)))
        #expect(try await store.ids(of: .named("a0")) == ["s0"])
    }

    @Test("is told apart from a store that is not available for a moment")
    func others() {
        let answer = ServiceError(unavailable: StorageError.closed)
        #expect(answer == ServiceError(.unavailable, "the store is not available", retryAfter: 1))
    }
}
