/// Routes name their members with literals, so each of these is among the source's words.
enum SourceWords {
    private static let found = [false: Result { try words(in: "Miataru") }, true: Result { try words(in: "Appwrite") }]

    static func all(ofAppwrite isAppwrite: Bool) throws -> [String] { try found[isAppwrite]?.get() ?? [] }

    private static func words(in folder: String) throws -> [String] {
        let edge = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Services/Edge")
        let folder = edge.appending(path: folder)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        let sources = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let words = sources.flatMap { $0.matches(of: /"([$A-Za-z][A-Za-z0-9_]*)"/).map { String($0.1) } }
        guard words.count > 50 else { throw CocoaError(.fileReadNoSuchFile) }
        return Set(words).sorted()
    }
}
