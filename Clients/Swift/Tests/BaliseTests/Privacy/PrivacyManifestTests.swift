@Suite("The privacy manifest")
struct PrivacyManifestTests {
    private struct Manifest: Decodable {
        struct API: Decodable {
            let category: String
            let reasons: [String]

            enum CodingKeys: String, CodingKey {
                case category = "NSPrivacyAccessedAPIType"
                case reasons = "NSPrivacyAccessedAPITypeReasons"
            }
        }

        let isTracking: Bool
        let apis: [API]

        enum CodingKeys: String, CodingKey {
            case isTracking = "NSPrivacyTracking"
            case apis = "NSPrivacyAccessedAPITypes"
        }
    }

    /// Apple requires a reason for the use of these APIs. Each has the names that sources use.
    private static let categories = [
        ("UserDefaults", #"\bUserDefaults\b"#),
        ("FileTimestamp", #"\b(modificationDate|creationDate|getattrlist|\w+DateKey)\b|\b[fl]?stat(at)?\("#),
        ("SystemBootTime", #"\b(systemUptime|mach_absolute_time)\b"#),
        ("DiskSpace", #"\b(volume(Available|Total)Capacity\w*|system(Free)?Size|f?statv?fs)\b"#),
        ("ActiveKeyboards", #"\bactiveInputModes\b"#),
    ]

    /// The manifest of `Balise` covers all modules that have none.
    @Test("names what the sources call, with reasons, and nothing else", arguments: ["Balise", "BaliseEcovelo"])
    func reasons(_ module: String) throws {
        let url = Self.sources.appendingPathComponent("\(module)/PrivacyInfo.xcprivacy")
        let manifest = try PropertyListDecoder().decode(Manifest.self, from: Data(contentsOf: url))
        let code = try Self.code { module == "Balise" ? $0 != "BaliseEcovelo" : $0 == module }
        let called = Self.categories.filter { code.range(of: $0.1, options: .regularExpression) != nil }
            .map { "NSPrivacyAccessedAPICategory" + $0.0 }
        #expect(!called.isEmpty)
        #expect(manifest.apis.map(\.category).sorted() == called.sorted())
        #expect(manifest.apis.allSatisfy { !$0.reasons.isEmpty })
        #expect(!manifest.isTracking)
    }

    private static let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources")
        .standardized

    /// The sources of modules, without comments.
    private static func code(where isWanted: (String) -> Bool) throws -> String {
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let module = sources.pathComponents.count
        return try files.compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" && isWanted($0.pathComponents[module]) }
            .flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
            .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            .joined(separator: "\n")
    }
}
