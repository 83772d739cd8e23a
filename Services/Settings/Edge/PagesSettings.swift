public import Models
public import ServiceRuntime

/// The server's description on its own pages.
public struct PagesSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.edge: ["pages"]]

    public var name: String
    public var operatedBy: String?

    public init(_ reader: inout SettingsReader) {
        name = reader.read(
            "pages.name", .pageLine, default: "Balise", "The name of this server on the pages at `/` and `/account`.")
        operatedBy = reader.readOptional(
            "pages.operatedBy", .pageLine,
            "The operator of this server, for the page at `/`. Without it, the page names none."
        )
    }
}

extension SectionNames { public var pages: PagesSettings.Type { PagesSettings.self } }

extension ValueForm where Value == String {
    static let pageLine = ValueForm.plain(
        allowed: "a line of 1 to 200 characters", refusal: "is no line of 1 to 200 characters"
    ) { text in
        (1...200).contains(text.count) && !text.unicodeScalars.contains { $0.value < 0x20 }
    }
}
