/// `make openapi` writes them.
@Suite struct FactsTests {
    @Test func saysWhatTheCodeSays() throws {
        let text = try APIFacts().text()
        let edge = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Services/Edge")
        let file = edge.appending(path: "OpenAPI/Document/facts.json")
        if ProcessInfo.processInfo.environment["BALISE_WRITE_OPENAPI"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "run `make openapi`")
    }
}
