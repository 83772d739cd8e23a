// The schema's history: a database of every earlier version comes up to date with its sessions.

import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import AuthSession

@Suite("The auth-session schema", .timeLimit(.minutes(10)))
struct SessionSchemaTests {
    /// Those in which the method of a sign-in has its name from before the ninth step.
    private static let olderVersions = 0...8

    /// What stood in a database after the first step.
    private static let data: SQL = """
        INSERT INTO session (id, account, door, kind, is_remembered, authenticated_at, created_at, last_activity_at, due_at,
            generation, token_hash, rotated_at, signing_key)
        VALUES ('one', 'anna', 'password', 'rotating', 1, 1800000000000, 1800000000000, 1800000000000, 1900000000000,
            1, x'01', 1800000000000, 'key-1');
        INSERT INTO session (id, account, door, kind, is_remembered, authenticated_at, created_at, last_activity_at, due_at,
            secret_hash)
        VALUES ('two', 'ben', 'password', 'opaque', 1, 1800000000000, 1800000000000, 1800000000000, 1900000000000, x'02');
        INSERT INTO session (id, account, door, kind, is_remembered, authenticated_at, created_at, last_activity_at, due_at,
            secret_hash, ended_at, end_reason)
        VALUES ('three', 'ben', 'password', 'opaque', 1, 1800000000000, 1800000000000, 1800000000000, 1900000000000, x'03',
            1800000000000, 'limit');
        INSERT INTO session_client (session, user_agent) SELECT number, 'Canary/1.0' FROM session WHERE id = 'two';
        INSERT INTO account (id, status, is_confirmed) VALUES ('anna', 'active', 1);
        """

    @Test("brings a database of each earlier version up to date", arguments: olderVersions)
    func upgrade(version: Int) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("auth-session.sqlite")
        let old = try ServiceDatabase.open(at: file, migrations: Array(SessionSchema.migrations.prefix(version)))
        if version > 0 { try await old.write { try $0.execute(SessionSchemaTests.data) } }
        try old.close()

        let database = try SessionStore.openDatabase(at: file)
        let store = SessionStore(database: database, limits: SessionLimits(), tokens: .sample)
        #expect(try await store.ids() == (version > 0 ? ["one"] : []))
        if version > 0 {
            #expect(try await store.listSessions(of: .ben, at: .start).map(\.client.userAgent) == ["Canary/1.0"])
            #expect(try await store.find(.secret([2])).value?.id == .named("two"))
            #expect(try await store.find(.id(.named("three"))).value?.end?.reason == .limit)
            #expect(try await store.find(.id(.named("one"))).value?.rotation?.hash == [1])
            #expect(try await store.find(.id(.named("one"))).value?.signInMethod == .password)
        }
        let external = SessionRecord.sample("external", of: .ben, kind: .external)
        let begun = try await store.begin(
            NewSession(record: external, secretHash: nil, client: SessionClient()), with: .sample(), at: .start)
        #expect(begun.outcome == .begun)
        #expect(try await store.ids(of: .ben).contains("external"))
        try await store.keepAppleToken([1], of: .anna, client: "app", at: .start)
        _ = try await store.apply([(.anna, nil)])
        #expect(try await store.dueAppleRevocations(at: .start, limit: 10).map(\.sealed) == [[1]])
        #expect(try await store.ids().isEmpty)
        try database.close()
        // Once more changes nothing.
        let again = try SessionStore.openDatabase(at: file)
        let reopened = SessionStore(database: again, limits: SessionLimits(), tokens: .sample)
        #expect(try await reopened.dueAppleRevocations(at: .start, limit: 10).count == 1)
        try again.close()
    }
}
