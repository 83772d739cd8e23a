// How long texts are: the one unit of all bounds.

extension StringProtocol {
    /// How many code points it has, as `maxLength` of JSON Schema counts. What has to fit into so many bytes, as a push
    /// or a secret does, is counted in bytes, and says so.
    public var length: Int { unicodeScalars.count }

    /// The text, or as many of its first characters as have `maximum` code points at most. One character of more than
    /// these alone is cut within.
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
