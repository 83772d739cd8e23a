struct ForwardedElement: Sendable, Equatable {
    /// In canonical form; nil for `unknown`, for an obfuscated name, and for any other text that is no address.
    var address: String?
    var scheme: String?

    /// Several fields are joined with commas. A malformed element becomes an empty one.
    static func list(_ field: String) -> [ForwardedElement] {
        pieces(of: field[...], at: ",").map { ForwardedElement($0) }
    }

    private init(_ text: Substring) {
        for pair in Self.pieces(of: text, at: ";") {
            guard let sign = pair.firstIndex(of: "=") else { continue }
            let value = Self.unquoted(Self.trimmed(pair[pair.index(after: sign)...]))
            switch Self.trimmed(pair[..<sign]).lowercased() {
            case "for": address = canonicalAddress(value)
            case "proto": scheme = value.lowercased()
            default: break
            }
        }
    }

    private static func pieces(of text: Substring, at separator: Character) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for position in text.indices {
            let character = text[position]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == separator, !isQuoted {
                pieces.append(text[start..<position])
                start = text.index(after: position)
            }
        }
        return pieces + [text[start...]]
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text = text.dropLast() }
        return text
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
        var value = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                value.append(character)
                isEscaped = false
            }
        }
        return value
    }
}
