import AppleAccounts
import Crypto
import GRDB

@testable import Identity

@Suite("The identity service: imports of accounts", .timeLimit(.minutes(10))) struct AccountImportTests {
    /// bcrypt of the text "a good password".
    private static let hash = SecretText("$2b$04$abcdefghijklmnopqrstuuVCZTFhDi5NuemONALFTadaLO4m9MPr2")
    private static let password = SecretText("a good password")

    private static var grace: ImportedUser {
        var user = ImportedUser(id: "u1")
        user.email = Personal("Grace@example.org")
        user.emailIsVerified = true
        user.displayName = Personal("Grace")
        user.createdAt = UnixTime.start.adding(seconds: -1000)
        user.passwordHash = hash
        user.links = [ImportedLink(issuer: "https://accounts.google.com", subject: "1234")]
        return user
    }

    private func importing(
        _ users: [ImportedUser], into identity: IdentityHarness
    ) async throws -> (results: [ImportedUserResult], counts: AccountImportCounts) {
        let token = try await identity.send(BeginAccountImport(source: .firebase)).token
        let reply = try await identity.send(ImportAccounts(token: token, source: .firebase, users: users))
        return (reply.results, try await identity.send(EndAccountImport(token: token)))
    }

    @Test("An imported user signs in with the old password, and Balise's own hash replaces the old one")
    func signIn() async throws {
        try await IdentityHarness.run { identity in
            let results = try await importing([Self.grace], into: identity).results
            #expect(try await identity.outcome(VerifyPassword.of("grace@example.org", .wrong)) == .wrongCredentials)
            let profile = try await identity.send(VerifyPassword.of("grace@example.org", Self.password)).profile
            #expect(results == [ImportedUserResult(.made, account: profile.account)])
            #expect(profile.details.displayName == Personal("Grace") && profile.emailVerifiedAt == .start)
            #expect(profile.createdAt == UnixTime.start.adding(seconds: -1000))
            let file = try DatabaseQueue(path: identity.folder.appending(path: "identity.sqlite").path)
            let sql = "SELECT count(*) FROM password WHERE imported IS NULL AND length(hash) = 32"
            #expect(try await file.read { try Int.fetchOne($0, sql: sql) } == 1)
            #expect(try await identity.outcome(VerifyPassword.of("grace@example.org", Self.password)) == nil)
        }
    }

    @Test("A provider's user of an import is recognised by the link")
    func link() async throws {
        try await IdentityHarness.run { identity in
            _ = try await importing([Self.grace], into: identity)
            let subject = Data(Array("https://accounts.google.com".utf8) + [0] + Array("1234".utf8))
            let request = RecogniseIssuedUser(
                issuer: "https://accounts.google.com", subjectHash: opaqueIDText(SHA256.hash(data: subject)),
                claims: PersonClaims())
            let profile = try await identity.send(request).profile
            #expect(profile.names.email == Personal("grace@example.org"))
        }
    }

    @Test("A user whom an export links with a provider twice gets one link")
    func linkTwice() async throws {
        try await IdentityHarness.run { identity in
            var user = Self.grace
            user.links = (user.links ?? []) + (user.links ?? [])
            let results = try await importing([user], into: identity).results
            #expect(results.map(\.outcome) == [.made])
        }
    }

    @Test("A second import changes nothing, and an erased account does not come back")
    func again() async throws {
        try await IdentityHarness.run { identity in
            _ = try await importing([Self.grace], into: identity)
            let account = try await identity.send(VerifyPassword.of("grace@example.org", Self.password)).profile.account
            var changed = Self.grace
            changed.displayName = Personal("Another")
            changed.isDisabled = true
            let (results, counts) = try await importing([changed], into: identity)
            #expect(results == [ImportedUserResult(.known, account: account)])
            #expect(counts == AccountImportCounts(known: 1))
            #expect(EndAccountImport.outcome(in: counts) == "done: 0 made, 1 known, 0 refused")
            let profile = try await identity.send(VerifyPassword.of("grace@example.org", Self.password)).profile
            #expect(profile.details.displayName == Personal("Grace"))
            let erasure = ErasureRequest(id: ErasureID("e1")!, secret: nil)
            _ = try await identity.send(EraseAccount(account: account, erasure: erasure))
            let result = try #require(await importing([Self.grace], into: identity).results.first)
            #expect(result.outcome == .refused && result.reason?.contains("was erased") == true)
        }
    }

    @Test("An account with the address of an imported user stays as it is")
    func taken() async throws {
        try await IdentityHarness.run { identity in
            _ = try await identity.send(CreateAccount.of(.email("grace@example.org")))
            let result = try #require(await importing([Self.grace], into: identity).results.first)
            #expect(result == ImportedUserResult(.refused, reason: "its e-mail address belongs to another account"))
            #expect(try await identity.outcome(VerifyPassword.of("grace@example.org")) == nil)
            #expect(try await identity.outcome(VerifyPassword.of("grace@example.org", Self.password)) != nil)
        }
    }

    @Test("A user is not imported without the library for the hash, and the error names its Debian package")
    func missingLibrary() {
        let missing = HashLibraries.Missing(library: "libcrypt.so.1", package: "libcrypt1")
        let secret = CodeSecret([UInt8](repeating: 1, count: 32))
        var rules = ImportRules(secret: secret, derivedNames: DerivedNames(domain: "people.example"))
        rules.checkLibrary = { (_) throws(HashLibraries.Missing) in throw missing }
        let error = #expect(throws: HashLibraries.Missing.self) {
            try ImportCandidate(Self.grace, from: .firebase, rules: rules)
        }
        #expect(error?.description.contains("install the Debian package libcrypt1") == true)
    }

    @Test("A dry run says what an import would do, and writes nothing")
    func preview() async throws {
        try await IdentityHarness.run { identity in
            var broken = Self.grace
            broken.id = Personal("u2")
            broken.email = Personal("hedy@example.org")
            broken.links = nil
            broken.passwordHash = SecretText("$P$B12345678")
            let nobody = ImportedUser(id: "u3")
            var misnamed = Self.grace
            (misnamed.id, misnamed.username) = (Personal("u4"), "90d7982b02308316a30910a8")
            let results = try await identity.send(
                PreviewAccountImport(source: .firebase, users: [Self.grace, broken, nobody, misnamed])
            ).results
            #expect(results.map(\.outcome) == [.made, .made, .refused, .refused])
            #expect(results[1].passwordFlaw?.hasPrefix("PHPass") == true)
            #expect(results[2].reason?.hasPrefix("it could not sign in") == true)
            #expect(results[3].reason == "a user name must not look like the id of an account")
            #expect(try await identity.readFeed().changes.isEmpty)
        }
    }

    @Test("A disabled user stays disabled, and nobody gets a message")
    func disabled() async throws {
        try await IdentityHarness.run { identity in
            var user = Self.grace
            user.isDisabled = true
            #expect(try await importing([user], into: identity).counts == AccountImportCounts(made: 1))
            #expect(
                try await identity.outcome(VerifyPassword.of("grace@example.org", Self.password)) == .wrongCredentials)
            let file = try DatabaseQueue(path: identity.folder.appending(path: "identity.sqlite").path)
            #expect(try await file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM personal_message") } == 0)
        }
    }

    @Test("A user of Apple gets the account of a sign-in with Apple, without a password")
    func apple() async throws {
        try await IdentityHarness.run { identity in
            var user = Self.grace
            user.links = [ImportedLink(issuer: "https://appleid.apple.com", subject: "000123.abc")]
            let result = try #require(await importing([user], into: identity).results.first)
            #expect(result.outcome == .made && result.passwordFlaw?.contains("Apple") == true)
            let account = try #require(AppleAccount(appleUserID: "000123.abc"))
            let profile = try await identity.send(RecogniseAppleUser(account: account.id)).profile
            #expect(profile.contactEmail == Personal("grace@example.org") && profile.passwordChangedAt == nil)
            #expect(profile.details.displayName == Personal("Grace") && profile.names.email == account.email)
        }
    }

    @Test("Only the token of an open import of the same source opens it")
    func token() async throws {
        try await IdentityHarness.run { identity in
            let token = try await identity.send(BeginAccountImport(source: .firebase)).token
            for (shown, source) in [(SecretText("another"), ImportSource.firebase), (token, .supabase)] {
                let request = ImportAccounts(token: shown, source: source, users: [Self.grace])
                #expect(try await identity.outcome(request) == .notFound)
            }
            #expect(try await identity.outcome(BeginAccountImport(source: .demo)) == nil)
            identity.clock.advance(seconds: 24 * 3600)
            let late = ImportAccounts(token: token, source: .firebase, users: [Self.grace])
            #expect(try await identity.outcome(late) == .notFound)
            let unknown = BeginAccountImport(source: ImportSource(rawValue: "auth0"))
            #expect(try await identity.outcome(unknown) == .invalidRequest)
        }
    }
}
