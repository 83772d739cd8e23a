@testable import ServiceRuntime

@Suite("Settings: the reference") struct SettingsReferenceTests {
    @Test("docs/reference/configuration.md is what `balise settings --markdown` prints")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("docs/reference/configuration.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(
            page == SettingsReference.markdown(SettingsCatalogue.balise.keys) + "\n",
            "run `balise settings --markdown > docs/reference/configuration.md` after a change of the settings")
    }

    @Test("Every setting has one name in each source, and a meaning")
    func names() {
        let keys = SettingsCatalogue.balise.keys
        #expect(Set(keys.map(\.name)).count == keys.count)
        #expect(Set(keys.map(\.environmentName)).count == keys.count)
        #expect(Set(keys.map(\.optionName)).count == keys.count)
        for key in keys {
            #expect(key.meaning.hasSuffix("."), "\(key.name)")
            #expect(!key.allowed.isEmpty && !key.defaultText.isEmpty, "\(key.name)")
        }
    }

    @Test("Every default is an allowed value")
    func defaults() throws {
        // `data.dir` shows a folder relative to where the program starts.
        for key in SettingsCatalogue.balise.keys where !key.isOptional && !key.name.contains("<") {
            let loaded = Settings.load(.balise, [], [key.environmentName: key.defaultText])
            #expect(loaded.problems.isEmpty, "\(key.name)")
        }
    }

    @Test("The list shows values and their sources, and no secret")
    func list() throws {
        let loaded = Settings.load(
            .balise, ["--http-port", "9"], ["BALISE_OPERATIONS_KEY": "0123456789abcdef", "BALISE_LOG_LEVEL": "debug"])
        let text = SettingsReference.text(loaded.entries)
        #expect(text.contains("BALISE_HTTP_PORT = 9  (command line)"))
        #expect(text.contains("BALISE_LOG_LEVEL = debug  (environment)"))
        #expect(text.contains("BALISE_HTTP_HOST = 127.0.0.1  (default)"))
        #expect(text.contains("BALISE_OPERATIONS_KEY = <set>  (environment)"))
        #expect(!text.contains("0123456789abcdef"))
        let rows = try JSONDecoder().decode(
            [[String: String]].self, from: Data(SettingsReference.json(loaded.entries).utf8))
        #expect(rows.count == loaded.entries.count)
        #expect(rows.first { $0["name"] == "http.port" }?["value"] == "9")
        #expect(rows.first { $0["name"] == "operations.key" }?["value"] == "<set>")
    }

    @Test("Users and passwords in addresses are shown nowhere", arguments: ["https", "ftp"])
    func userInfo(_ scheme: String) {
        let address = "\(scheme)://somebody:pass%40word@example.org:8443/a?b=c@d"
        let loaded = Settings.load(.balise, [], ["BALISE_MESSAGES_WEBHOOK": address])
        let shown = SettingsReference.text(loaded.entries) + loaded.problems.map(\.message).joined()
        #expect(shown.contains("\(scheme)://<hidden>@example.org:8443/a?b=c@d"))
        #expect(!shown.contains("somebody") && !shown.contains("pass%40word"))
        #expect(loaded.problems.contains { $0.message.contains("<hidden>") } == (scheme == "ftp"))
    }
}
