// What is taken for a value that an app meant.

import Foundation

// One of the apps turns every 0 and 1 of a body into a truth value before it sends it, and truth values reach it as 0
// and
// 1. So each is taken for the other where it is clear which is meant.
extension JSONValue {
    /// A truth value; leniently also 0 or 1 in its place.
    func flag(_ isLenient: Bool) throws(JSONShapeError) -> Bool {
        if isLenient, kind == .number, let number = Double(literal), number == 0 || number == 1 { return number == 1 }
        return try Bool(self)
    }

    /// A number; leniently also a truth value in its place.
    func number(_ isLenient: Bool) throws(JSONShapeError) -> Double {
        if isLenient, let bool { return bool ? 1 : 0 }
        return try Double(self)
    }

    /// A number without a fraction; leniently also a truth value in its place.
    func wholeNumber<Number: FixedWidthInteger>(_ isLenient: Bool) throws(JSONShapeError) -> Number {
        if isLenient, let bool { return bool ? 1 : 0 }
        return try wholeNumber()
    }

    /// A moment as a text; leniently also as a number of seconds, or of milliseconds, since 1970.
    func date(_ isLenient: Bool) throws(JSONShapeError) -> Date {
        guard isLenient, kind == .number, let number = Double(literal), abs(number) < 1e15 else {
            return try Date(self)
        }
        // So many seconds are over in the year 5138, so many milliseconds were in 1973.
        let milliseconds = (abs(number) < 1e11 ? number * 1000 : number).rounded(.towardZero)
        return Date(timeIntervalSince1970: milliseconds / 1000)
    }

    /// Whether it is a text without a character.
    var isEmptyText: Bool { kind == .string && literalLength == 2 }
}
