// The schema's history: a database of every earlier version comes up to date with its accounts.

import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import Identity

@Suite("The identity schema", .timeLimit(.minutes(10)))
struct IdentitySchemaTests {
    /// What stood in a database after the first step.
    private static let data: SQL = """
        INSERT INTO account (id, status, username, email, created_at, updated_at, verified_at)
        VALUES ('ada', 'active', 'Ada', 'ada@example.org', 1, 2, 3);
        INSERT INTO sign_in_name VALUES ('ada', 1), ('ada@example.org', 1);
        INSERT INTO password (account, generation, salt, hash, rounds, block_size, parallelism)
        VALUES (1, 4, x'01', x'02', 16, 8, 1);
        """

    /// What stood beside it after the third.
    private static let laterData: SQL = """
        INSERT INTO account_document VALUES (1, 'user', '{"b":2}', 1, 1);
        UPDATE account SET vouched_at = 9, display_name = 'Countess';
        """

    /// After the fourth.
    private static func addLink(in connection: Connection) throws {
        try connection.execute(
            """
            UPDATE account SET contact_email = 'ada@work.example', verified_phone = '+33612345678',
                phone_verified_at = 8, phone_origin = 'provider'
            """)
        try connection.run(
            "INSERT INTO provider_link (issuer, subject_hash, account) VALUES ('https://login.example', \(subject), 1)")
    }

    /// After the fifth.
    private static func addCode(in connection: Connection) throws {
        let end = UnixTime.start.adding(seconds: 60)
        try connection.run("INSERT INTO phone_code VALUES (1, '+33687654321', x'05', 2, \(end))")
        try connection.run("INSERT INTO phone_code_request VALUES (1, x'06', \(UnixTime.start))")
    }

    private static let subject = String(repeating: "a", count: 64)

    @Test("brings a database of each earlier version up to date", arguments: 0...IdentitySchema.migrations.count)
    func upgrade(version: Int) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("identity.sqlite")
        let old = try ServiceDatabase.open(at: file, migrations: Array(IdentitySchema.migrations.prefix(version)))
        if version > 0 {
            try await old.write {
                try $0.execute(IdentitySchemaTests.data)
                if version >= 3 { try $0.execute(IdentitySchemaTests.laterData) }
                if version >= 4 { try IdentitySchemaTests.addLink(in: $0) }
                if version >= 5 { try IdentitySchemaTests.addCode(in: $0) }
                try IdentitySchema.feed.record("ada", [1], at: .start, in: $0)
            }
        }
        try old.close()

        let database = try IdentityStore.openDatabase(at: file)
        let store = IdentityStore(database)
        if version > 0 {
            let profile = try await store.getProfile(.named("ada"))
            #expect(profile.number == 1 && profile.names.username == "Ada")
            #expect(profile.verifiedAt == (version < 3 ? nil : UnixTime(milliseconds: 9)))
            #expect(profile.details.displayName?.value == (version < 3 ? nil : "Countess"))
            #expect(profile.contactEmail?.value == (version < 4 ? nil : "ada@work.example"))
            #expect(profile.verifiedPhone?.value == (version < 4 ? nil : "+33612345678"))
            #expect(profile.phoneVerifiedAt == (version < 4 ? nil : UnixTime(milliseconds: 8)))
            // When it was set nobody knows; not before the account began.
            if version < 3 { #expect(profile.passwordChangedAt == UnixTime(milliseconds: 1)) }
            let password = try #require(await store.findPassword(of: LoginKey.of("ada@example.org")))
            #expect(password.generation == 4 && password.stored.salt == [1] && password.stored.parameters == .cheap)
            #expect(try await store.readFeed(epoch: nil, after: 0, limit: 10).changes.map(\.key) == ["ada"])
        }
        let request = try await store.requestPasswordReset(of: .of("ada@example.org"), token: [7], until: .start)
        #expect((request != nil) == (1...2).contains(version))
        if version >= 3 {
            let document = try await store.readDocument(.named("ada"), .user)
            #expect(document.json.value == "{\"b\":2}")
        }
        #expect(try await store.create("bob", .username("bob")).profile.number == (version > 0 ? 2 : 1))
        let link = try ProviderLink(issuer: "https://login.example", subjectHash: IdentitySchemaTests.subject)
        let recognised = try await store.recogniseIssuedUser(
            link, PersonClaims(), as: .sample("new", AccountNames()), login: LoginRecord(), at: .start)
        #expect(recognised.verified.profile.account == .named(version >= 4 ? "ada" : "new"))
        if version >= 5 { #expect(try await store.tryPhoneCode(.named("ada"), at: .start).hash == [5]) }
        let preferences = try DocumentContent("{\"a\":1}")
        let written = try await store.writeDocument(.named("bob"), .preferences, .create, preferences, at: .start)
        #expect(written.json.value == "{\"a\":1}")
        try database.close()
        // Once more changes nothing.
        let again = try IdentityStore.openDatabase(at: file)
        #expect(try await IdentityStore(again).getProfile(.named("bob")).names.username == "bob")
        try again.close()
    }
}
