import BaliseJSON
import Foundation

/// A number, sent as a JSON number or as a string. Some phones sent a decimal comma.
struct WireNumber: JSONReadable {
    let value: Double

    init(_ json: JSONValue) throws(JSONShapeError) {
        let text = json.kind == .number ? json.literal : json.string
        let decimal = text?.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: ",", with: ".")
        // Swift would also accept "0x1p3", "nan" and "infinity".
        guard let decimal, decimal.utf8.allSatisfy(WireNumber.digits.contains), let value = Double(decimal),
            value.isFinite
        else { throw JSONShapeError(.isNot("a number")) }
        self.value = value
    }

    private static let digits = Set("0123456789+-.eE".utf8)
}

/// A time in seconds or in milliseconds since 1970. Clients send both, and servers store it unchanged.
struct WireMoment: JSONReadable {
    let date: Date

    init(_ json: JSONValue) throws(JSONShapeError) {
        let number = try WireNumber(json).value
        // Servers accept any number. A bad time of one device must not hide the other devices of the answer.
        let bounded = max(-1e15, min(number, 1e15))
        // The limit as seconds is the year 5138, as milliseconds 1973.
        date = Date(timeIntervalSince1970: abs(bounded) < 1e11 ? bounded : bounded / 1000)
    }
}

/// A count, which some servers send as a string.
struct WireCount: JSONReadable {
    let value: Int

    init(_ json: JSONValue) throws(JSONShapeError) {
        guard let count = Int(exactly: try WireNumber(json).value) else {
            throw JSONShapeError(.isNot("a whole number"))
        }
        value = count
    }
}
