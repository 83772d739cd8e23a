@testable import Balise
@testable import BaliseEcovelo

@Suite("The scripts of a web view")
struct EcoveloWebScriptsTests {
    /// The scripts that Tests/Interop/web-view-check.py runs in Chromium, with other origins and tokens.
    private struct Scripts: Codable, Equatable {
        var start: String
        var startWithoutToken: String
        var events: String
        var change: String
        var clear: String
    }

    @Test("are those that the browser test runs")
    func tried() throws {
        let injection = try EcoveloInjection(origins: ["https://page.example"])
        let scripts = EcoveloWebScripts(injection, server: "https://balise.example", shim: "SHIM")
        let config = try EcoveloConfig(iamToken: "TOKEN", programId: "PROGRAM")
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("scripts.json")
        #expect(
            try JSONDecoder().decode(Scripts.self, from: Data(contentsOf: file))
                == Scripts(
                    start: scripts.start(config), startWithoutToken: scripts.start(nil), events: scripts.events,
                    change: scripts.change(to: config), clear: scripts.change(to: nil)))
    }

    @Test("contain the web shim, a resource of the package")
    func shim() throws {
        let shim = try EcoveloWebScripts.bundledShim()
        #expect(shim.contains("window.XMLHttpRequest = XMLHttpRequestWithToken"))
        let scripts = EcoveloWebScripts(
            try EcoveloInjection(origins: ["https://page.example"]), server: "https://balise.example", shim: shim)
        #expect(scripts.start(nil).contains(shim))
    }

    @Test("escape what could end a string literal", arguments: ["\"};alert(1)//", "'</script>", "\\x"])
    func escaping(text: String) throws {
        let scripts = EcoveloWebScripts(
            try EcoveloInjection(origins: ["https://page.example"]), server: "https://balise.example", shim: "")
        let script = scripts.start(try EcoveloConfig(iamToken: text, programId: text))
        #expect(!script.contains(text))
        #expect(script.contains("token:\(javaScriptText(text)),programId:\(javaScriptText(text))"))
    }
}
