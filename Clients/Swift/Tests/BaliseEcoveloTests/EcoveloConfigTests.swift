@testable import Balise
@testable import BaliseEcovelo

@Suite("A host app's configuration")
struct EcoveloConfigTests {
    @Test(
        "takes a token with or without Bearer and surrounding white space",
        arguments: ["abc.d", " abc.d\n", "Bearer abc.d", "bearer  abc.d ", "\tBEARER\tabc.d"])
    func token(text: String) throws { #expect(try EcoveloConfig(iamToken: text).iamToken == SecretText("abc.d")) }

    @Test(
        "refuses a text that is no token",
        arguments: ["", "  \n", "Bearer", "Bearer ", "a b", "a\r\nX-API-Key: 1", "é", "a\u{0}", "a\u{7F}"])
    func noToken(text: String) async throws {
        let error = try await failure { try EcoveloConfig(iamToken: text) }
        #expect(error.invalidReason?.contains("X-API-Key") == false)
    }

    @Test("may name a program")
    func program() throws {
        #expect(try EcoveloConfig(iamToken: "t").programId == nil)
        #expect(try EcoveloConfig(iamToken: "t", programId: " ").programId == nil)
        #expect(try EcoveloConfig(iamToken: "t", programId: " breizhgo ").programId == "breizhgo")
        #expect(throws: BaliseError.self) { try EcoveloConfig(iamToken: "t", programId: "a\r\nb") }
    }

    @Test("may have colours")
    func theme() throws { #expect(try EcoveloConfig(iamToken: "t", theme: EcoveloTheme()).theme?.primary == "#0055A4") }

    @Test("does not print its token")
    func redaction() throws {
        let config = try EcoveloConfig(iamToken: "canary")
        #expect(!"\(config) \(String(reflecting: config))".contains("canary"))
    }
}

@Suite("The token stored for a web app")
struct EcoveloTokenStoreTests {
    @Test("replaces the previous one and its program")
    func overwriting() throws {
        let defaults = MemoryDefaults(["other": "1"])
        let store = EcoveloTokenStore(defaults)
        store.overwrite(with: try EcoveloConfig(iamToken: "t1", programId: "p1"))
        #expect(defaults.kept == ["other": "1", "ecovelo_iam_token": "t1", "ecovelo_program_id": "p1"])
        store.overwrite(with: try EcoveloConfig(iamToken: "t2"))
        #expect(defaults.kept == ["other": "1", "ecovelo_iam_token": "t2"])
    }

    @Test("is also stored for Capacitor on request")
    func capacitor() throws {
        let defaults = MemoryDefaults()
        let store = EcoveloTokenStore(defaults, alsoForCapacitor: true)
        store.overwrite(with: try EcoveloConfig(iamToken: "t1", programId: "p1"))
        #expect(defaults.kept["CapacitorStorage.ecovelo_iam_token"] == "t1")
        #expect(defaults.kept["CapacitorStorage.ecovelo_program_id"] == "p1" && defaults.kept.count == 4)
    }

    @Test("is removed at sign-out with the values of earlier versions, and nothing else is")
    func clearing() {
        let defaults = MemoryDefaults([
            "ecovelo_iam_token": "1", "ecovelo_program_id": "2", "ecovelo_sso_token": "3", "ecovelo_sso_refresh": "4",
            "CapacitorStorage.ecovelo_iam_token": "5", "CapacitorStorage.ecovelo_sso_x": "6", "ecovelo_theme": "7",
            "my_ecovelo_sso_": "8",
        ])
        EcoveloTokenStore(defaults).clear()
        #expect(defaults.kept == ["ecovelo_theme": "7", "my_ecovelo_sso_": "8"])
    }

    @Test("is stored in the app's defaults")
    func userDefaults() throws {
        let suite = "balise-" + UUID().uuidString
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        defaults.set("old", forKey: "ecovelo_sso_token")
        let store = EcoveloTokenStore(suiteName: suite)
        store.overwrite(with: try EcoveloConfig(iamToken: "t", programId: "p"))
        #expect(UserDefaults(suiteName: suite)?.string(forKey: "ecovelo_iam_token") == "t")
        #expect(UserDefaults(suiteName: suite)?.string(forKey: "ecovelo_program_id") == "p")
        store.clear()
        for key in ["ecovelo_iam_token", "ecovelo_program_id", "ecovelo_sso_token"] {
            #expect(UserDefaults(suiteName: suite)?.string(forKey: key) == nil)
        }
    }
}
