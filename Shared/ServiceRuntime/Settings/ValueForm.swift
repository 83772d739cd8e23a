import Models

/// Parts of `ValueForm.allowed` that many settings share. The introduction of the reference defines a term for each.
enum SharedForm: String, CaseIterable {
    case duration = "a number with ms, s, m, h or d"
    case bytes = "a number of bytes, plain or with KiB or MiB"
    case list = "none, or a list with commas"
}

/// How the values of a setting are written, and which values are allowed.
public struct ValueForm<Value: Sendable>: Sendable {
    /// The kind of value in the reference, for example `whole number`.
    public let type: String
    /// The allowed values, as part of a sentence: `a whole number from 0 to 65535`.
    public let allowed: String
    /// Parses the pieces: one text for a single value, any number of texts for a list.
    public let read: @Sendable (_ pieces: [String]) throws(InvalidValue) -> Value
    public let write: @Sendable (_ value: Value) -> String
    /// Whether an empty text in the file is a value.
    public var takesEmptyText = false

    public init(
        type: String, allowed: String, read: @escaping @Sendable ([String]) throws(InvalidValue) -> Value,
        write: @escaping @Sendable (Value) -> String, takesEmptyText: Bool = false
    ) {
        (self.type, self.allowed, self.read) = (type, allowed, read)
        (self.write, self.takesEmptyText) = (write, takesEmptyText)
    }

    /// Why a text is not a value of this form, as the end of a sentence that begins with the text.
    public struct InvalidValue: Error {
        let reason: String
        public init(_ reason: String) { self.reason = reason }
    }

    public static func single(
        _ type: String, allowed: String, read: @escaping @Sendable (String) throws(InvalidValue) -> Value,
        write: @escaping @Sendable (Value) -> String
    ) -> ValueForm {
        ValueForm(
            type: type, allowed: allowed,
            read: { (pieces) throws(InvalidValue) in
                guard pieces.count <= 1 else { throw InvalidValue("holds several values, and one is expected") }
                guard let text = pieces.first, !text.isEmpty else { throw InvalidValue("is empty") }
                return try read(text)
            }, write: write)
    }
}

extension ValueForm where Value == String {
    /// A text that stays as it is written.
    /// - Parameter refusal: Why a text is not allowed: see `InvalidValue`.
    public static func plain(
        _ type: String = "text", allowed: String, refusal: String, _ isAllowed: @escaping @Sendable (String) -> Bool
    ) -> ValueForm {
        .single(
            type, allowed: allowed,
            read: { (text) throws(InvalidValue) in
                guard isAllowed(text) else { throw InvalidValue(refusal) }
                return text
            }, write: { $0 })
    }

    /// Any text that is not empty.
    public static let text = ValueForm.single("text", allowed: "any text", read: { $0 }, write: { $0 })

    public static let host = ValueForm.plain(
        "host", allowed: "a host name or an IP address", refusal: "is neither a host name nor an IP address"
    ) {
        $0.isASCIIAlphanumeric(or: "-._:%")
    }
}

extension ValueForm where Value == Int {
    public static func whole(_ range: ClosedRange<Int>) -> ValueForm {
        .single(
            "whole number", allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            read: { (text) throws(InvalidValue) in
                guard let number = Int(text) else { throw InvalidValue("is not a whole number") }
                return try check(number, within: range)
            }, write: { String($0) })
    }

    /// A number of bytes within `range`, with or without the unit KiB or MiB.
    public static func bytes(_ range: ClosedRange<Int>) -> ValueForm {
        .single(
            "bytes",
            allowed: "\(SharedForm.bytes.rawValue), from \(shown(range.lowerBound)) to \(shown(range.upperBound))",
            read: { (text) throws(InvalidValue) in
                let (digits, unit) = splitUnit(text)
                let factor: Int? =
                    switch unit {
                    case "", "B": 1
                    case "KiB": 1 << 10
                    case "MiB": 1 << 20
                    default: nil
                    }
                guard let number = Int(digits), let factor else { throw InvalidValue("is not a number of bytes") }
                let (product, overflow) = number.multipliedReportingOverflow(by: factor)
                return try check(overflow ? .max : product, within: range)
            }, write: shown)
    }

    private static func check(_ number: Int, within range: ClosedRange<Int>) throws(InvalidValue) -> Int {
        guard number >= range.lowerBound else { throw InvalidValue("is too small") }
        guard number <= range.upperBound else { throw InvalidValue("is too large") }
        return number
    }

    @Sendable private static func shown(_ bytes: Int) -> String {
        if bytes > 0, bytes % (1 << 20) == 0 { return "\(bytes >> 20)MiB" }
        if bytes > 0, bytes % (1 << 10) == 0 { return "\(bytes >> 10)KiB" }
        return String(bytes)
    }
}

extension ValueForm where Value == Bool {
    public static let flag = ValueForm.single(
        "switch", allowed: "true or false",
        read: { (text) throws(InvalidValue) in
            guard let value = Bool(settingText: text) else { throw InvalidValue("is neither true nor false") }
            return value
        }, write: { $0 ? "true" : "false" })
}

extension ValueForm where Value: RawRepresentable<String> & CaseIterable {
    public static var word: ValueForm {
        let words = Value.allCases.map(\.rawValue)
        return .single(
            "word", allowed: "one of " + words.joined(separator: ", "),
            read: { (text) throws(InvalidValue) in
                guard let value = Value.allCases.first(where: { $0.rawValue == text.lowercased() }) else {
                    throw InvalidValue("is none of the allowed words")
                }
                return value
            }, write: { $0.rawValue })
    }
}

/// Splits `text` after its leading digits: "10MiB" becomes ("10", "MiB").
func splitUnit(_ text: String) -> (digits: Substring, unit: Substring) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    return (digits, text[digits.endIndex...])
}

/// A secret text, which cannot be printed.
public struct Secret: Hashable, Sendable {
    /// The secret. Use it only for comparing and sending.
    public let value: String

    public init(_ value: String) { self.value = value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ValueForm where Value == Secret {
    static func secret(length: ClosedRange<Int>) -> ValueForm {
        .single(
            "secret", allowed: "a secret of \(length.lowerBound) to \(length.upperBound) characters",
            read: { (text) throws(InvalidValue) in
                guard text.count >= length.lowerBound else { throw InvalidValue("is too short") }
                guard text.count <= length.upperBound else { throw InvalidValue("is too long") }
                return Secret(text)
            }, write: { _ in "<set>" })
    }
}
