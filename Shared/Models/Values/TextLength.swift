extension StringProtocol {
    /// The number of code points, the unit of `maxLength` in JSON Schema and of all limits here. Limits in bytes, such
    /// as those of pushes and secrets, say so.
    public var length: Int { unicodeScalars.count }

    /// The longest beginning with at most `maximum` code points. If the first character alone is longer, it is cut.
    public func shortened(to maximum: Int) -> String {
        guard length > maximum else { return String(self) }
        var (short, length) = ("", 0)
        for character in self {
            length += character.unicodeScalars.count
            guard length <= maximum else { break }
            short.append(character)
        }
        return short.isEmpty ? String(String.UnicodeScalarView(unicodeScalars.prefix(maximum))) : short
    }
}
