// What is kept of tokens that are gone.

import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import Push

@Suite("Former tokens", .timeLimit(.minutes(10)))
struct FormerTokenTests {
    @Test("are as many as are kept, however often an app registers and removes one")
    func bound() async throws {
        let folder = try TemporaryFolder()
        let database = try PushStore.openDatabase(at: folder.url.appendingPathComponent("push.sqlite"))
        let kept: (count: Int?, first: Int64?, others: Int?) = try await database.write { connection in
            let (recipients, tokens) = (RecipientTable(connection: connection), TokenTable(connection: connection))
            let (ada, ben) = (try recipients.makeNumber(of: "ada"), try recipients.makeNumber(of: "ben"))
            func come(_ name: String, _ account: String, _ recipient: Int64) throws {
                let registration = try TokenRules.checked(RegisterPushToken.sample(AccountID(account)!, token: name))
                let number = try tokens.insert(
                    registration, as: PushTokenID(name)!, of: recipient, isMuted: false, at: .start)
                guard let row = try tokens.find(number) else { return }
                try tokens.delete(row, at: .start)
            }
            try come("ben", "ben", ben)
            for number in 0..<TokenTable.maximumFormer + 3 { try come("t\(number)", "ada", ada) }
            return (
                try connection.value("SELECT count(*) FROM former_token WHERE recipient = \(ada)"),
                try connection.value("SELECT min(number) FROM former_token WHERE recipient = \(ada)"),
                try connection.value("SELECT count(*) FROM former_token WHERE recipient = \(ben)")
            )
        }
        // The first token is Ben's, and three of Ada's gave way.
        #expect(kept.count == TokenTable.maximumFormer && kept.first == 5 && kept.others == 1)
        try database.close()
    }
}
