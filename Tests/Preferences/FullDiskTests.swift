// What clients are told when preferences cannot be stored.

import Foundation
import Isolation
import Logging
import Models
import Storage
import Testing

@testable import Preferences

@Suite("A full disk under preferences", .timeLimit(.minutes(1)))
struct FullDiskTests {
    @Test("is told as what it is")
    func isTold() async throws {
        let folder = try TemporaryFolder()
        var options = StorageOptions()
        options.maximumPages = 40
        let database = try PreferenceStore.openDatabase(
            at: folder.url.appendingPathComponent("test.sqlite"), options: options)
        defer { try? database.close() }
        let rules = PreferenceRules(categories: ["FOOD"])
        let store = PreferenceStore(database: database, rules: rules)
        let desk = PreferenceDesk(
            rules: rules, store: store, clock: SetClock(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let context = MessageContext(requestID: "test")
        let refusal = await refusalOfFullStore { number in
            let account = try #require(AccountID("account-\(number)"))
            _ = try await store.setChoices(rules.defaults, of: account, at: .start)
        }
        let answer = desk.answer(to: try #require(refusal as? PreferenceStoreError), context) as? ServiceError
        #expect(answer?.code == .unavailable && answer?.retryAfter == 60)
        #expect(answer?.message.contains("no space left") == true)
    }
}
