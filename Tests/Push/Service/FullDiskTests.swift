// What clients are told when push has no space left.

import Isolation
import Models
import Storage
import Testing

@testable import Push

@Suite("A full disk under push", .timeLimit(.minutes(10)))
struct FullDiskTests {
    @Test("is told as what it is, without a path")
    func isTold() async throws {
        let small = try SmallDatabase(pages: 150) { try PushStore.openDatabase(at: $0, options: $1) }
        let store = PushStore(database: small.database) { _ in }
        let refusal = await refusalOfFullStore { number in
            let account = try #require(AccountID("account-\(number)"))
            let registration = try TokenRules.checked(.sample(account, token: "\(number)"))
            _ = try await store.register(registration, as: #require(PushTokenID("token-\(number)")), at: .start)
        }
        #expect(small.isTold(try ServiceError(answering: #require(refusal))))
    }

    @Test("is told apart from a store that is not available for a moment")
    func closed() {
        let answer = ServiceError(answering: PushStoreError.unavailable(StorageError.closed))
        #expect(answer == ServiceError(.unavailable, "the store is not available", retryAfter: 1))
    }
}
