// Texts of strangers, compared as databases and other programs compare them.

/// A text that equals those alone that have the same bytes.
///
/// Swift takes "é" in one code point and in two for the same text, and the Kelvin sign for a K. Databases, JSON and the
/// providers do not. So names that strangers choose are keys and members of sets in this form.
public struct ExactText: Hashable, Sendable {
    public let text: String

    public init(_ text: some StringProtocol) { self.text = String(text) }

    public static func == (one: ExactText, other: ExactText) -> Bool { one.text.isExactly(other.text) }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension StringProtocol {
    /// Whether it has the same bytes as another text.
    public func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether its bytes begin with those of another text, also where a mark that follows makes another character of the
    /// last one.
    public func hasExactPrefix(_ prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }
}

extension Sequence where Element: StringProtocol {
    /// Whether one of them has the same bytes as a text.
    public func containsExactly(_ text: some StringProtocol) -> Bool { contains { $0.isExactly(text) } }

    /// Whether two of them have the same bytes.
    public var hasExactDuplicate: Bool {
        var seen: Set<ExactText> = []
        return !allSatisfy { seen.insert(ExactText($0)).inserted }
    }
}
