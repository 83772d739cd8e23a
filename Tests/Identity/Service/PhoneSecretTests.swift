// The secret of the phone codes, where several processes share the database.

import Foundation
import Isolation
import Models
import ServiceRuntime
import Storage
import Testing

@testable import Identity

@Suite(
    "The secret of the phone codes", .disabled(if: TestPostgreSQL.reasonToSkip != nil), .timeLimit(.minutes(10)))
struct PhoneSecretTests {
    @Test("is asked for in another data folder, and not made there, once the database is used with one")
    func anotherFolder() async throws {
        let address = try PostgreSQLAddress(try TestPostgreSQL.durable.get().makeDatabase())
        let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
        let name = "keys/phone-codes.secret"
        let (made, missing) = (first.url.appendingPathComponent(name), second.url.appendingPathComponent(name))
        try await IdentityHarness.run({ $0.storage.server = address }, in: first) { _ in }
        let failure = await #expect(throws: SecretFile.Failure.self) {
            try await IdentityHarness.run({ $0.storage.server = address }, in: second) { _ in }
        }
        #expect(failure?.description.hasPrefix("\(missing.path) is missing; ") == true)
        #expect(!FileManager.default.fileExists(atPath: missing.path))
        try SecretFile.copy(made, to: missing)
        try await IdentityHarness.run({ $0.storage.server = address }, in: second) { _ in }
    }
}
