@testable import Identity

@Suite("Backups of a running service", .timeLimit(.minutes(10))) struct BackupTests {
    private func send<R: Request>(_ message: R, _ identity: IdentityHarness) async throws -> R.Reply {
        let sender = R.self == ListBackups.self ? identity.edge : identity.authSession
        return try await sender.send(message, to: .identity, MessageContext(requestID: "test", timeout: .seconds(60)))
    }

    private func refusal<R: Request>(_ message: R, _ identity: IdentityHarness) async throws -> String? {
        do {
            _ = try await send(message, identity)
            return nil
        } catch BusError.refused(let error) {
            return error.message
        }
    }

    @Test("A backup is a complete copy with secrets; the check finds a change, and nothing overwrites it")
    func made() async throws {
        let target = try TemporaryFolder()
        try await IdentityHarness.run({ $0.backups.to = .folder(target.url) }) { identity in
            _ = try await identity.send(CreateAccount.of(.ada))
            _ = try await send(MakeBackup(name: "2026-01"), identity)
            let folder = target.url.appendingPathComponent("2026-01")
            for file in ["identity.sqlite", "keys/phone-codes.secret", "identity.manifest"] {
                #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(file).path), "\(file)")
            }
            let listed = try await send(ListBackups(), identity)
            #expect(listed.obstacle == nil && listed.backups.map(\.name) == ["2026-01"])
            #expect(listed.backups.allSatisfy { $0.isWhole && $0.bytes > 1000 })
            #expect(try await refusal(VerifyBackup(name: "2026-01"), identity) == nil)
            #expect(try await refusal(MakeBackup(name: "2026-01"), identity)?.contains("already") == true)
            let copy = folder.appendingPathComponent("identity.sqlite")
            var bytes = try Data(contentsOf: copy)
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: copy)
            #expect(try await refusal(VerifyBackup(name: "2026-01"), identity)?.contains("SHA-256") == true)
            let mark = identity.folder.appendingPathComponent("identity.backup")
            #expect(FileManager.default.fileExists(atPath: mark.path))
        }
    }

    @Test("An interrupted backup is listed as incomplete")
    func interrupted() async throws {
        let target = try TemporaryFolder()
        try await IdentityHarness.run({ $0.backups.to = .folder(target.url) }) { identity in
            let half = target.url.appendingPathComponent("half")
            try FileManager.default.createDirectory(at: half, withIntermediateDirectories: true)
            try Data([1]).write(to: half.appendingPathComponent("identity.sqlite"))
            let other = target.url.appendingPathComponent("no backup")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            let listed = try await send(ListBackups(), identity)
            #expect(listed.backups.map(\.name) == ["half"] && listed.backups[0].isWhole == false)
            #expect(try await refusal(VerifyBackup(name: "half"), identity)?.contains("is not complete") == true)
            #expect(try await refusal(MakeBackup(name: "half"), identity)?.contains("already") == true)
        }
    }

    @Test("A backup needs a folder that exists and a name that stays in it")
    func refused() async throws {
        try await IdentityHarness.run { identity in
            let refused = try await refusal(MakeBackup(name: "a"), identity)
            #expect(refused?.contains("BALISE_BACKUPS_TO") == true)
            let listed = try await send(ListBackups(), identity)
            #expect(listed.obstacle?.contains("BALISE_BACKUPS_TO") == true)
        }
        let target = try TemporaryFolder()
        let missing = target.url.appendingPathComponent("missing")
        try await IdentityHarness.run({ $0.backups.to = .folder(missing) }) { identity in
            let refused = try await refusal(MakeBackup(name: "a"), identity)
            #expect(refused?.contains("is missing; make it") == true)
        }
        try await IdentityHarness.run({ $0.backups.to = .folder(target.url) }) { identity in
            for name in ["", "..", "../a", "a/b", "a.b", String(repeating: "a", count: 41)] {
                let refused = try await refusal(MakeBackup(name: name), identity)
                #expect(refused?.contains("is named by") == true, "\(name)")
            }
        }
        #expect(BackupName.of(UnixTime(milliseconds: 1_769_860_800_007)) == "2026-01-31T12-00-00-007Z")
    }
}
