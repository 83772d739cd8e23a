import Foundation

// One of the apps turns every 0 and 1 of a body into a Boolean before it sends it, and reads Booleans as 0 and 1. So
// each is accepted for the other where the meaning is clear.
extension JSONValue {
    /// A Boolean; when lenient also 0 or 1.
    func flag(_ isLenient: Bool) throws(JSONShapeError) -> Bool {
        if isLenient, kind == .number, let number = Double(literal), number == 0 || number == 1 { return number == 1 }
        return try Bool(self)
    }

    /// A number; when lenient also a Boolean.
    func number(_ isLenient: Bool) throws(JSONShapeError) -> Double {
        if isLenient, let bool { return bool ? 1 : 0 }
        return try Double(self)
    }

    /// A whole number; when lenient also a Boolean.
    func wholeNumber<Number: FixedWidthInteger>(_ isLenient: Bool) throws(JSONShapeError) -> Number {
        if isLenient, let bool { return bool ? 1 : 0 }
        return try wholeNumber()
    }

    /// A time as a string; when lenient also a number of seconds or of milliseconds since 1970.
    func date(_ isLenient: Bool) throws(JSONShapeError) -> Date {
        guard isLenient, kind == .number, let number = Double(literal), abs(number) < 1e15 else {
            return try Date(self)
        }
        // The limit as seconds is the year 5138, as milliseconds 1973.
        let milliseconds = (abs(number) < 1e11 ? number * 1000 : number).rounded(.towardZero)
        return Date(timeIntervalSince1970: milliseconds / 1000)
    }

    var isEmptyText: Bool { kind == .string && literalLength == 2 }
}
