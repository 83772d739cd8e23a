@testable import AuthSession

@Suite("Signing keys", .timeLimit(.minutes(10))) struct SigningKeyTests {
    private func published(_ auth: AuthSessionHarness) async throws -> [String] {
        try await auth.send(GetSigningKeys()).keys.map(\.id)
    }

    @Test("An operator's rotation signs with the new key at once, and verifies with the old one")
    func rotation() async throws {
        try await AuthSessionHarness.run { auth in
            let first = try await published(auth)
            let old = try await auth.signIn().tokens
            let answer = try await auth.refresh(old.refreshToken)
            let new = try await auth.send(RotateSigningKey()).id
            #expect(try await published(auth) == [new] + first)
            #expect(try await auth.refusal(answer.accessToken) == nil)
            // The same answer again is signed by the key of then.
            #expect(try await auth.refresh(old.refreshToken).accessToken?.value == answer.accessToken?.value)
            let next = try await auth.refresh(answer.refreshToken)
            #expect(try #require(next.accessToken).value.hasPrefix(base64URL(Array(#"{"alg":"EdDSA","#.utf8))))
            #expect(try await auth.refusal(next.accessToken) == nil)
            #expect(auth.log.events("signing-key-made").map { $0.metadata["key"] } == [first[0], new])

            // A day later no token of the first key counts any more; the session that it signed for goes on.
            let byFirst = try await auth.signIn(.ben).tokens
            _ = try await auth.send(RotateSigningKey())
            auth.clock.advance(seconds: day)
            #expect(try await published(auth).count == 1)
            #expect(try await auth.refusal(byFirst.accessToken) == .tokenExpired)
            #expect(try await auth.refusal(try await auth.refresh(byFirst.refreshToken).accessToken) == nil)
        }
    }

    @Test("A restart opens the same keys; a lost or foreign secret stops the start and says what to do")
    func files() async throws {
        let folder = try TemporaryFolder()
        let secret = folder.url.appendingPathComponent("keys/auth-session.secret")
        try await AuthSessionHarness.run(in: folder) { auth in _ = try await auth.signIn() }
        let mode = try FileManager.default.attributesOfItem(atPath: secret.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let kept = try Data(contentsOf: secret)

        try FileManager.default.removeItem(at: secret)
        await #expect(throws: SecretFile.Failure.self) { try await AuthSessionHarness.run(in: folder) { _ in } }
        #expect(!FileManager.default.fileExists(atPath: secret.path))

        try Data(repeating: 7, count: 32).write(to: secret)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
        let failure = await #expect(throws: KeyRing.Failure.self) {
            try await AuthSessionHarness.run(in: folder) { _ in }
        }
        #expect(failure?.description.contains("put the right one back") == true)

        try kept.write(to: secret)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
        try await AuthSessionHarness.run(in: folder) { auth in
            let keys = try await auth.send(GetSigningKeys()).keys
            #expect(keys.count == 1)
        }
    }

    @Test("A bus key with the same file name is not used as the secret")
    func keyOfTheBus() async throws {
        let folder = try TemporaryFolder()
        let secret = folder.url.appendingPathComponent("keys/auth-session.secret")
        try CurveKeyFolder(secret.deletingLastPathComponent().path).makeKeys(for: [.authSession])
        let key = try Data(contentsOf: secret)
        let failure = await #expect(throws: SecretFile.Failure.self) {
            try await AuthSessionHarness.run(in: folder) { _ in }
        }
        #expect(failure?.description.contains("it has \(key.count) bytes in place of 32") == true)
        #expect(try Data(contentsOf: secret) == key)
    }
}
