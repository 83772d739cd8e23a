@testable import ServiceRuntime

@Suite("Settings: how push devices are reached") struct PushSettingsTests {
    private static let folder = "/etc/balise"

    /// The blocks of YAML in docs/notifications.md, in their order.
    private static func examples() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/notifications.md"), encoding: .utf8)
        return page.components(separatedBy: "```yaml\n").dropFirst().map {
            $0.components(separatedBy: "```").first ?? ""
        }
    }

    private func load(_ yaml: String) throws -> Settings.Loaded {
        let folder = try TemporaryFolder()
        let secret = String(repeating: "0", count: 200)
        let key = try folder.write(secret, to: "AuthKey_KEY1234567.p8")
        _ = try folder.write(secret, to: "service-account.json")
        let home = URL(fileURLWithPath: key).deletingLastPathComponent().path
        let path = try folder.write(yaml.replacingOccurrences(of: Self.folder, with: home), to: "balise.yaml")
        return withExtendedLifetime(folder) { Settings.load(.balise, ["--config", path], [:]) }
    }

    @Test("Both documented files are valid, with secrets in separate files or inside", arguments: 0..<2)
    func documented(number: Int) throws {
        let examples = try Self.examples()
        try #require(examples.count == 2)
        let loaded = try load(examples[number])
        #expect(loaded.problems.isEmpty, "\(loaded.problems)")
        let push = loaded.settings.push
        guard case .key(let team, let id, let key) = push.apns.credential else {
            Issue.record("no key for APNs")
            return
        }
        #expect(team == "TEAM123456" && id == "KEY1234567" && push.apns.topic == "com.example.app")
        #expect(!push.apns.isStoodIn)
        if number == 0 {
            #expect(
                push.fcm.serviceAccount != nil && push.texts[.french]?.offer.title == "Nouvelle offre près de chez vous"
            )
        } else {
            #expect(key.value.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        }
    }

    @Test("Kinds have their own caps, and unknown kinds are reported")
    func caps() {
        func load(_ caps: String) -> Settings.Loaded {
            Settings.load(
                .balise, [],
                ["BALISE_PUSH_KINDS": "news,a:b", "BALISE_PUSH_KIND_CAPS": caps, "BALISE_PUSH_CAP_WINDOW": "1h"])
        }
        let loaded = load("news:3,a:b:2,OFFER:1")
        #expect(loaded.problems.isEmpty, "\(loaded.problems)")
        let settings = loaded.settings.notifications
        #expect(["news", "a:b", "OFFER", "EVENT"].map { settings.kinds[$0]?.cap } == [3, 2, 1, nil])
        #expect(settings.caps.window == .seconds(3600) && settings.caps.general == nil)
        for wrong in ["none:3", "news:0", "news", ":3", "news:3,news:4", "news:1001"] {
            #expect(!load(wrong).problems.isEmpty, "\(wrong)")
        }
    }

    @Test("Digests contain the named kinds, with the app's texts by language")
    func digests() {
        func load(_ more: [String: String]) -> Settings.Loaded {
            Settings.load(.balise, [], ["BALISE_PUSH_KINDS": "news,a:b"].merging(more) { $1 })
        }
        let none = load([:]).settings
        #expect(none.notifications.kinds.all.allSatisfy { !$0.isDigested })
        #expect(none.push.digests[.french]?.title == "Nouvelles notifications : {count}")
        #expect(none.push.digests[.french]?.kindNames["OFFER"] == "Offres" && none.push.digestLink == nil)
        let loaded = load([
            "BALISE_PUSH_DIGEST_KINDS": "news,OFFER", "BALISE_PUSH_DIGEST_LINK": "app://inbox",
            "BALISE_PUSH_TEXTS_DIGEST_BODY": "{count}: {kinds}", "BALISE_PUSH_TEXTS_FR_DIGEST_TITLE": "Pendant la nuit",
            "BALISE_PUSH_TEXTS_KIND_NAMES": "news=News, a:b=Both", "BALISE_PUSH_TEXTS_FR_KIND_NAMES": "news=Infos",
        ])
        #expect(loaded.problems.isEmpty, "\(loaded.problems)")
        let (kinds, push) = (loaded.settings.notifications.kinds, loaded.settings.push)
        #expect(["news", "a:b", "OFFER", "EVENT"].map { kinds[$0]?.isDigested } == [true, false, true, false])
        let (english, french) = (push.digests[.english], push.digests[.french])
        #expect(english?.title == "New notifications: {count}" && french?.title == "Pendant la nuit")
        #expect(english?.body == "{count}: {kinds}" && french?.body == "{count}: {kinds}")
        #expect(english?.kindNames["news"] == "News" && french?.kindNames["news"] == "Infos")
        #expect(french?.kindNames["a:b"] == "Both" && push.digestLink == "app://inbox")
        for wrong in [
            ["BALISE_PUSH_DIGEST_KINDS": "none-such"], ["BALISE_PUSH_DIGEST_LINK": "inbox"],
            ["BALISE_PUSH_DIGEST_LINK": "javascript:1"], ["BALISE_PUSH_TEXTS_DIGEST_TITLE": "{name}"],
            ["BALISE_PUSH_TEXTS_EN_DIGEST_BODY": "{kinds"], ["BALISE_PUSH_TEXTS_KIND_NAMES": "news"],
            ["BALISE_PUSH_TEXTS_EN_DIGEST_TITLE": String(repeating: "t", count: 501)],
        ] { #expect(!load(wrong).problems.isEmpty, "\(wrong)") }
    }

    @Test("The sandbox can have its own key, by default of the same team")
    func sandbox() {
        let key = String(repeating: "k", count: 100)
        let common = [
            "BALISE_PUSH_APNS_TEAM_ID": "TEAM", "BALISE_PUSH_APNS_KEY_ID": "ONE", "BALISE_PUSH_APNS_KEY": key,
            "BALISE_PUSH_APNS_TOPIC": "com.example.app",
        ]
        #expect(Settings.load(.balise, [], common).settings.push.apns.sandboxCredential == nil)
        let own = common.merging(["BALISE_PUSH_APNS_SANDBOX_KEY_ID": "TWO", "BALISE_PUSH_APNS_SANDBOX_KEY": key]) { $1 }
        let loaded = Settings.load(.balise, [], own)
        #expect(loaded.problems.isEmpty, "\(loaded.problems)")
        guard case .key("TEAM", "TWO", _) = loaded.settings.push.apns.sandboxCredential,
            case .key("TEAM", "ONE", _) = loaded.settings.push.apns.credential
        else {
            Issue.record("each its own key")
            return
        }
        let half = common.merging(["BALISE_PUSH_APNS_SANDBOX_KEY_ID": "TWO"]) { $1 }
        #expect(Settings.load(.balise, [], half).problems.count == 1)
    }
}
