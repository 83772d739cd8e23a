// What clients are told when nothing can be stored.

import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import Identity

@Suite("A full disk under identity", .timeLimit(.minutes(10)))
struct FullDiskTests {
    @Test("is told as what it is, without a path, and what was stored is read")
    func isTold() async throws {
        let small = try SmallDatabase(pages: 150) { try IdentityStore.openDatabase(at: $0, options: $1) }
        let store = IdentityStore(small.database)
        var details = ProfileDetails()
        details.displayName = Personal(String(repeating: "x", count: 3000))
        let refusal = await refusalOfFullStore { number in
            _ = try await store.createAccount(.sample("a\(number)", AccountNames(), details: details), at: .start)
        }
        guard let refusal, case IdentityStoreError.unavailable(let cause) = refusal else {
            Issue.record("it is no refusal for want of space")
            return
        }
        #expect(small.isTold(ServiceError(unavailable: cause)))
        #expect(try await store.getProfile(.named("a0")).account == .named("a0"))
    }

    @Test("is told apart from what is over in a moment")
    func others() {
        let answer = ServiceError(unavailable: StorageError.closed)
        #expect(answer == ServiceError(.unavailable, "the store is not available", retryAfter: 1))
    }
}
