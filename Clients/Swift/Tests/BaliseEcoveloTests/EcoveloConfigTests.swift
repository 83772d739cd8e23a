// Values that a host may pass, and where the web app finds them.

import BaliseAPI
import BaliseJSON
import Foundation
import Testing

@testable import Balise
@testable import BaliseEcovelo

@Suite("What a host app hands over")
struct EcoveloConfigTests {
    @Test(
        "is a token, with or without the word Bearer and white space around it",
        arguments: ["abc.d", " abc.d\n", "Bearer abc.d", "bearer  abc.d ", "\tBEARER\tabc.d"])
    func token(text: String) throws {
        #expect(try EcoveloConfig(iamToken: text).iamToken == SecretText("abc.d"))
    }

    @Test(
        "has to be a token",
        arguments: ["", "  \n", "Bearer", "Bearer ", "a b", "a\r\nX-API-Key: 1", "é", "a\u{0}", "a\u{7F}"])
    func noToken(text: String) {
        #expect { try EcoveloConfig(iamToken: text) } throws: { error in
            guard case .invalid(let reason) = error as? BaliseError else { return false }
            return !reason.contains("X-API-Key")
        }
    }

    @Test("may name a program")
    func program() throws {
        #expect(try EcoveloConfig(iamToken: "t").programId == nil)
        #expect(try EcoveloConfig(iamToken: "t", programId: " ").programId == nil)
        #expect(try EcoveloConfig(iamToken: "t", programId: " breizhgo ").programId == "breizhgo")
        #expect(throws: BaliseError.self) { try EcoveloConfig(iamToken: "t", programId: "a\r\nb") }
    }

    @Test("may have colours")
    func theme() throws {
        #expect(try EcoveloConfig(iamToken: "t", theme: EcoveloTheme()).theme?.primary == "#0055A4")
    }
}

@Suite("A configuration of a host app")
struct EcoveloRedactionTests {
    @Test("cannot be printed with its token")
    func redaction() throws {
        let config = try EcoveloConfig(iamToken: "canary")
        #expect(!"\(config) \(String(reflecting: config))".contains("canary"))
    }
}

@Suite("The token that is left for a web app")
struct EcoveloTokenStoreTests {
    @Test("takes the place of the one before, with its program")
    func overwriting() throws {
        let defaults = MemoryDefaults(["other": "1"])
        let store = EcoveloTokenStore(defaults)
        store.overwrite(with: try EcoveloConfig(iamToken: "t1", programId: "p1"))
        #expect(defaults.kept == ["other": "1", "ecovelo_iam_token": "t1", "ecovelo_program_id": "p1"])
        store.overwrite(with: try EcoveloConfig(iamToken: "t2"))
        #expect(defaults.kept == ["other": "1", "ecovelo_iam_token": "t2"])
    }

    @Test("stands where Capacitor looks too, if that is wished")
    func capacitor() throws {
        let defaults = MemoryDefaults()
        let store = EcoveloTokenStore(defaults, alsoForCapacitor: true)
        store.overwrite(with: try EcoveloConfig(iamToken: "t1", programId: "p1"))
        #expect(defaults.kept["CapacitorStorage.ecovelo_iam_token"] == "t1")
        #expect(defaults.kept["CapacitorStorage.ecovelo_program_id"] == "p1" && defaults.kept.count == 4)
    }

    @Test("goes at sign-out, with everything that earlier versions left and nothing else")
    func clearing() {
        let defaults = MemoryDefaults([
            "ecovelo_iam_token": "1", "ecovelo_program_id": "2", "ecovelo_sso_token": "3", "ecovelo_sso_refresh": "4",
            "CapacitorStorage.ecovelo_iam_token": "5", "CapacitorStorage.ecovelo_sso_x": "6", "ecovelo_theme": "7",
            "my_ecovelo_sso_": "8",
        ])
        EcoveloTokenStore(defaults).clear()
        #expect(defaults.kept == ["ecovelo_theme": "7", "my_ecovelo_sso_": "8"])
    }

    @Test("is in the app's defaults")
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
