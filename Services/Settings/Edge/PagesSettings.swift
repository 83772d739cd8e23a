// Settings of the pages that people see.

public import ServiceRuntime

/// What the pages of this server say of it.
public struct PagesSettings: SettingsSection {
    /// What the server is called.
    public var name: String
    /// Who runs it, in the words that the first page shows; nil to say nothing of it.
    public var operatedBy: String?

    package init(_ reader: inout SettingsReader) {
        name = reader.read(
            "pages.name", .pageLine, default: "Balise", "The name of this server on the pages at `/` and `/account`.")
        operatedBy = reader.readOptional(
            "pages.operatedBy", .pageLine,
            "The operator of this server, for the page at `/`. Without it, the page names none."
        )
    }
}

extension ValueForm where Value == String {
    /// A text that stands on one line of a page.
    static let pageLine = ValueForm.single(
        "text", allowed: "a line of 1 to 200 characters",
        read: { (text) throws(InvalidValue) in
            guard (1...200).contains(text.count), !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
                throw InvalidValue("is no line of 1 to 200 characters")
            }
            return text
        }, write: { $0 })
}
