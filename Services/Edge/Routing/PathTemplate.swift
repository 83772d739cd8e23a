/// A part `{name}` matches any text without `/` of at least one character.
struct PathTemplate: Sendable {
    private let prefix: String
    /// From the first parameter on; nil means a parameter.
    private let parts: [String?]
    private let isLenient: Bool

    /// Nil without parameters. `isLenient` ignores the case of fixed parts, and a slash at the end.
    init?(_ path: String, isLenient: Bool = false) {
        guard let parameter = path.firstIndex(of: "{") else { return nil }
        self.isLenient = isLenient
        prefix = String(path[..<parameter])
        parts = path[parameter...].split(separator: "/", omittingEmptySubsequences: false).map {
            $0.hasPrefix("{") ? nil : String($0)
        }
    }

    func parameters(of path: String) -> [String]? {
        let begins = isLenient ? path.utf8.starts(with: prefix.utf8, by: isSame) : path.utf8.starts(with: prefix.utf8)
        guard begins else { return nil }
        var rest = path.utf8.dropFirst(prefix.utf8.count)
        if isLenient, rest.last == UInt8(ascii: "/") { rest.removeLast() }
        var parameters: [String] = []
        for (position, part) in parts.enumerated() {
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            // Every part except the last must be followed by another.
            guard (end == rest.endIndex) == (position == parts.count - 1) else { return nil }
            let text = rest[..<end]
            if let part {
                guard text.elementsEqual(part.utf8, by: isSame) else { return nil }
            } else {
                guard !text.isEmpty else { return nil }
                parameters.append(String(Substring(text)))
            }
            if end < rest.endIndex { rest = rest[rest.index(after: end)...] }
        }
        return parameters
    }

    private func isSame(_ one: UInt8, _ other: UInt8) -> Bool {
        one == other || isLenient && lowercased(one) == lowercased(other)
    }

    private func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
