// Numbers and moments as Miataru clients write them.

import BaliseJSON
import Foundation

/// A number that a client wrote as a JSON number or as a text; some phones wrote a decimal comma.
struct WireNumber: JSONReadable {
    let value: Double

    init(_ json: JSONValue) throws(JSONShapeError) {
        let text = json.kind == .number ? json.literal : json.string
        let decimal = text?.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: ",", with: ".")
        // Swift would read "0x1p3", "nan" and "infinity" too.
        guard let decimal, decimal.utf8.allSatisfy(WireNumber.digits.contains), let value = Double(decimal),
            value.isFinite
        else { throw JSONShapeError(.isNot("a number")) }
        self.value = value
    }

    private static let digits = Set("0123456789+-.eE".utf8)
}

/// A moment that a client wrote, in seconds or in milliseconds since 1970: servers keep it as it is, and both are in
/// use.
struct WireMoment: JSONReadable {
    let date: Date

    init(_ json: JSONValue) throws(JSONShapeError) {
        let number = try WireNumber(json).value
        // Servers take any number, and one device's must not hide the others that are read with it.
        let bounded = max(-1e15, min(number, 1e15))
        // So many seconds are over in the year 5138, so many milliseconds were in 1973.
        date = Date(timeIntervalSince1970: abs(bounded) < 1e11 ? bounded : bounded / 1000)
    }
}

/// A count, which some servers write as a text.
struct WireCount: JSONReadable {
    let value: Int

    init(_ json: JSONValue) throws(JSONShapeError) {
        guard let count = Int(exactly: try WireNumber(json).value) else {
            throw JSONShapeError(.isNot("a whole number"))
        }
        value = count
    }
}
