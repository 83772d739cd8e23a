// The query parameters of a request.

import Models

/// The query parameters of a request, in the encoding of forms. A parameter with an empty value counts as absent. Of
/// several parameters with the same name, the first that has a value counts; `texts` gives all.
struct Query: Sendable {
    private let pairs: [(name: String, text: String)]

    init(_ text: String) {
        pairs = text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let text = sign < pair.endIndex ? String(lenientlyFormEncoded: pair[pair.index(after: sign)...]) : ""
            return (String(lenientlyFormEncoded: pair[..<sign]), text)
        }
    }

    /// The names of all parameters.
    var names: [String] { pairs.map(\.name) }

    /// Throws 400 for a parameter that comes more than once, as those of OAuth must not (RFC 6749, section 3.1).
    func checkEachComesOnce() throws(EdgeError) {
        var found: Set<ExactText> = []
        for name in names where !found.insert(ExactText(name)).inserted { throw .repeated(name) }
    }

    /// The text of the parameter with the first of some names that is given.
    func text(_ names: String...) -> String? { text(names) }

    /// The texts of all parameters of a name that have one, in their order.
    func texts(_ name: String) -> [String] { pairs.filter { $0.name.isExactly(name) && !$0.text.isEmpty }.map(\.text) }

    /// A number; 400 for what is none.
    func number(_ names: String...) throws(EdgeError) -> Double? {
        guard let text = text(names) else { return nil }
        guard let number = decimal(text) else {
            throw .invalid("The parameter \(names[0]) must be a number.", field: names[0])
        }
        return number
    }

    /// A whole number of `range`; 400 for anything else.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(EdgeError) -> Int? {
        guard let text = text([name]) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .invalid(
                "The parameter \(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).",
                field: name)
        }
        return number
    }

    /// A truth value, also as 0 or 1; 400 for anything else.
    func flag(_ names: String...) throws(EdgeError) -> Bool? {
        switch text(names)?.lowercased() {
        case nil: return nil
        case "true", "1": return true
        case "false", "0": return false
        default: throw .invalid("The parameter \(names[0]) must be true or false.", field: names[0])
        }
    }

    /// A moment, in any of the forms of `UnixTime(written:)`, or a date for its begin in UTC; 400 for what is none.
    func moment(_ name: String) throws(EdgeError) -> UnixTime? {
        guard let text = text([name]) else { return nil }
        guard let moment = UnixTime(written: text) ?? UnixTime(written: text + "T00:00:00Z") else {
            throw .invalid(
                "The parameter \(name) must be a time of RFC 3339 with its offset from UTC, such as "
                    + "2026-01-31T12:00:00Z, or a date such as 2026-01-31.", field: name)
        }
        return moment
    }

    /// One of the words of `Word`; 400 for anything else.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, as type: Word.Type = Word.self
    ) throws(EdgeError) -> Word? {
        guard let text = text([name]) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw .invalid(
                "The parameter \(name) must be one of: \(Word.allCases.map(\.rawValue).joined(separator: ", ")).",
                field: name)
        }
        return word
    }

    private func text(_ names: [String]) -> String? {
        for name in names {
            if let pair = pairs.first(where: { $0.name.isExactly(name) && !$0.text.isEmpty }) { return pair.text }
        }
        return nil
    }
}
