import BaliseJSON
import Models

extension LocationValue {
    /// Reads a number of a form or a query, with its characters if they are JSON; nil for anything else. Blanks around
    /// it are left out: the location service refuses a number with blanks, and after a 200 the app deletes the place.
    init?(number written: String) {
        let text = String(written[...].trimming(\.isWhitespace))
        guard let value = decimal(text) else { return nil }
        let isJSON = text.utf8.first != UInt8(ascii: "+") && (try? JSONDocument(Array("[\(text)]".utf8))) != nil
        self.init(json: isJSON ? text : "\(value)")
    }

    /// Reads a JSON number with its characters; nil for anything else.
    init?(_ value: JSONValue?) {
        guard let value, value.kind == .number, decimal(value.literal) != nil else { return nil }
        self.init(json: value.literal)
    }

    /// Reads a share of 1 as a percentage; nil for an unknown charge, which is negative.
    init?(percentOf share: JSONValue?) {
        guard let share, share.kind == .number, let number = decimal(share.literal), (0...1).contains(number) else {
            return nil
        }
        self.init(json: "\(Int((number * 100).rounded()))")
    }

    static let zero = LocationValue(json: "0")
}

extension UnixTime {
    /// Reads seconds since 1970; nil for a number that is no such time.
    init?(seconds: Double?) {
        guard let seconds, (1...1e11).contains(seconds) else { return nil }
        self.init(milliseconds: Int64((seconds * 1000).rounded(.down)))
    }
}

extension JSONValue {
    /// Returns the number of a member; nil for another kind.
    func number(_ name: StaticString) -> Double? {
        guard let value = member(name), value.kind == .number else { return nil }
        return decimal(value.literal)
    }

    func text(_ name: StaticString) -> String? { member(name)?.string }
}
