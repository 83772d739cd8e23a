public import Foundation

extension JSONValue {
    /// Reads the member `name`, which is required and must not be `null`.
    public func needed<Value: JSONReadable>(
        _ name: StaticString, as type: Value.Type = Value.self
    ) throws(JSONShapeError) -> Value {
        guard let value = try optional(name, as: type) else { throw JSONShapeError(.missing).inMember(name) }
        return value
    }

    /// Reads the member `name` with `read`. The member is required and must not be `null`.
    public func needed<Value>(
        _ name: StaticString, _ read: (JSONValue) throws(JSONShapeError) -> Value
    ) throws(JSONShapeError) -> Value {
        let value = try needed(name, as: JSONValue.self)
        do throws(JSONShapeError) { return try read(value) } catch { throw error.inMember(name) }
    }

    /// Reads the member `name`; nil if it is absent or `null`.
    public func optional<Value: JSONReadable>(
        _ name: StaticString, as type: Value.Type = Value.self
    ) throws(JSONShapeError) -> Value? {
        guard kind == .object else { throw JSONShapeError(.isNot("an object")) }
        guard let value = member(name), value.kind != .null else { return nil }
        do { return try Value(value) } catch { throw error.inMember(name) }
    }
}

extension JSONValue: JSONReadable {
    public init(_ json: JSONValue) { self = json }
}

extension String: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        guard let text = json.string else { throw JSONShapeError(.isNot("a text")) }
        self = text
    }
}

extension Bool: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        guard let flag = json.bool else { throw JSONShapeError(.isNot("true or false")) }
        self = flag
    }
}

extension Int: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) { self = try json.wholeNumber() }
}

extension Int64: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) { self = try json.wholeNumber() }
}

extension JSONValue {
    /// Reads a whole number, also if it is written as `12.0` or `1.2e1`.
    func wholeNumber<Number: FixedWidthInteger>() throws(JSONShapeError) -> Number {
        guard kind == .number, let number = Number(literal) ?? Double(literal).flatMap({ Number(exactly: $0) }) else {
            throw JSONShapeError(.isNot("a whole number"))
        }
        return number
    }
}

extension Double: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        guard json.kind == .number, let number = Double(json.literal), number.isFinite else {
            throw JSONShapeError(.isNot("a number"))
        }
        self = number
    }
}

extension Date: JSONReadable {
    /// Reads a time of RFC 3339 such as `2026-01-31T12:00:00Z`, with or without a fraction of a second.
    public init(_ json: JSONValue) throws(JSONShapeError) {
        guard let text = json.string, let milliseconds = RFC3339.milliseconds(of: text) else {
            throw JSONShapeError(.isNot(Date.form))
        }
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    static let form =
        "a time of RFC 3339 with its offset from UTC, such as 2026-01-31T12:00:00Z or 2026-01-31T13:00:00+01:00"
}

extension Array: JSONReadable where Element: JSONReadable {
    public init(_ json: JSONValue) throws(JSONShapeError) {
        guard let elements = json.elements else { throw JSONShapeError(.isNot("an array")) }
        self.init()
        for element in elements {
            do throws(JSONShapeError) { append(try Element(element)) } catch { throw error.inElement(count) }
        }
    }
}

// One of the apps turns every 0 and 1 of a body into a Boolean before it sends it, and reads Booleans as 0 and 1. So
// lenient reading accepts each for the other where the meaning is clear.
extension JSONValue {
    /// Reads a Boolean; in lenient reading, also 0 or 1.
    func flag(_ isLenient: Bool) throws(JSONShapeError) -> Bool {
        if isLenient, kind == .number, let number = Double(literal), number == 0 || number == 1 { return number == 1 }
        return try Bool(self)
    }

    /// Reads a number; in lenient reading, also a Boolean.
    func number(_ isLenient: Bool) throws(JSONShapeError) -> Double {
        if isLenient, let bool { return bool ? 1 : 0 }
        return try Double(self)
    }

    /// Reads a whole number; in lenient reading, also a Boolean.
    func wholeNumber<Number: FixedWidthInteger>(_ isLenient: Bool) throws(JSONShapeError) -> Number {
        if isLenient, let bool { return bool ? 1 : 0 }
        return try wholeNumber()
    }

    /// Reads a time as a string; in lenient reading, also as a number of seconds or milliseconds since 1970.
    func date(_ isLenient: Bool) throws(JSONShapeError) -> Date {
        guard isLenient, kind == .number, let number = Double(literal), abs(number) < 1e15 else {
            return try Date(self)
        }
        // The number 1e11 means the year 5138 in seconds, and 1973 in milliseconds, so it separates the units.
        let milliseconds = (abs(number) < 1e11 ? number * 1000 : number).rounded(.towardZero)
        return Date(timeIntervalSince1970: milliseconds / 1000)
    }

    var isEmptyText: Bool { kind == .string && literalLength == 2 }
}
