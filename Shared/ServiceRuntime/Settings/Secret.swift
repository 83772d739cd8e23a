/// Cannot be printed.
public struct Secret: Hashable, Sendable {
    /// The secret, only for comparing and sending.
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
