/// A text that is equal only to texts with the same bytes. Swift treats "é" in one code point and in two as equal, and
/// the Kelvin sign as a K; databases, JSON and the providers do not. So clients' names are used as keys in this form.
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
    public func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether the bytes begin with those of `prefix`, even if a combining mark follows.
    public func hasExactPrefix(_ prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }
}

extension Sequence where Element: StringProtocol {
    public func containsExactly(_ text: some StringProtocol) -> Bool { contains { $0.isExactly(text) } }

    public var hasExactDuplicate: Bool {
        var seen: Set<ExactText> = []
        return !allSatisfy { seen.insert(ExactText($0)).inserted }
    }
}
