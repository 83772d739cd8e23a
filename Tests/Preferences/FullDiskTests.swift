// What clients are told when preferences cannot be stored.

import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import Preferences

@Suite("A full disk under preferences", .timeLimit(.minutes(10)))
struct FullDiskTests {
    @Test("is told as what it is")
    func isTold() async throws {
        let small = try SmallDatabase(pages: 40) { try PreferenceStore.openDatabase(at: $0, options: $1) }
        let rules = PreferenceRules(categories: ["FOOD"])
        let store = PreferenceStore(database: small.database)
        let refusal = await refusalOfFullStore { number in
            let account = try #require(AccountID("account-\(number)"))
            _ = try await store.setPreferences(rules.defaults, of: account, at: .start)
        }
        #expect(small.isTold(try ServiceError(answering: #require(refusal))))
    }
}
