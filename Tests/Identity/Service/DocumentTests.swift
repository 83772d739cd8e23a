import Isolation
import Models
import ServiceRuntime
import Testing

@testable import Identity

@Suite("The identity service: documents", .timeLimit(.minutes(10))) struct DocumentTests {
    private func write(
        _ account: AccountID, _ mode: WriteDocument.Mode, _ json: String, _ name: DocumentName = .user
    ) -> WriteDocument {
        WriteDocument(account: account, name: name, mode: mode, json: Personal(json))
    }

    @Test("are written and read, and go with their account")
    func lifetime() async throws {
        try await IdentityHarness.withAda { identity, ada in
            #expect(try await identity.outcome(ReadDocument(account: ada, name: .user)) == .notFound)
            let made = try await identity.send(write(ada, .create, #"{"user_id":"ada","n":1.0}"#))
            #expect(made.createdAt == .start && made.updatedAt == .start)
            identity.clock.advance(seconds: 5)
            let merged = try await identity.send(write(ada, .merge, #"{"birthday":"1815-12-10","name":null}"#))
            #expect(merged.json.value == #"{"user_id":"ada","n":1.0,"birthday":"1815-12-10","name":null}"#)
            #expect(merged.createdAt == .start && merged.updatedAt == UnixTime.start.adding(seconds: 5))
            let read = try await identity.send(ReadDocument(account: ada, name: .user))
            #expect(read.json == merged.json && read.updatedAt == merged.updatedAt)
            #expect(try await identity.outcome(ReadDocument(account: ada, name: .preferences)) == .notFound)
            _ = try await identity.send(write(ada, .replace, #"{"theme":"dark"}"#, .preferences))
            #expect(try await identity.send(ReadDocument(account: ada, name: .user)).json == merged.json)

            _ = try await identity.send(EraseAccount(account: ada))
            for name in DocumentName.allCases {
                #expect(try await identity.outcome(ReadDocument(account: ada, name: name)) == .notFound)
            }
        }
    }
}
