/// A body with limits for the length of its strings. The server refuses a body that exceeds them.
public protocol JSONBounded: JSONChecked {
    /// The limits of the body's strings.
    static var bounds: [TextBound<Self>] { get }
}

/// The limit of a member: in characters (code points, as in JSON Schema), or in bytes for a JSON object.
public struct TextBound<Body>: Sendable {
    /// The member's name.
    public let name: String
    /// The allowed number of characters, or of bytes for an object.
    public let lengths: ClosedRange<Int>
    private let member: any CodingKey & Sendable
    private let isObject: Bool
    private let text: @Sendable (Body) -> String?

    /// Limits a string.
    /// - Parameter text: Reads the string from a body; nil if the string is absent.
    public init(
        _ member: any CodingKey & Sendable, _ characters: ClosedRange<Int>,
        _ text: @escaping @Sendable (Body) -> String?
    ) {
        (name, lengths, isObject) = (member.stringValue, characters, false)
        (self.member, self.text) = (member, text)
    }

    /// Limits a JSON object.
    /// - Parameter text: Reads the object's text from a body; nil if the object is absent.
    public init(
        _ member: any CodingKey & Sendable, objectOf bytes: ClosedRange<Int>,
        _ text: @escaping @Sendable (Body) -> String?
    ) {
        (name, lengths, isObject) = (member.stringValue, bytes, true)
        (self.member, self.text) = (member, text)
    }

    fileprivate func error(in body: Body) -> JSONShapeError? {
        guard let text = text(body), !lengths.contains(isObject ? text.utf8.count : text.unicodeScalars.count) else {
            return nil
        }
        let (least, most) = (lengths.lowerBound, lengths.upperBound)
        let range = least == 0 ? "at most \(most)" : least == most ? "\(most)" : "\(least) to \(most)"
        return JSONShapeError(
            .isNot(isObject ? "a JSON object of \(range) bytes" : "a text of \(range) characters"), at: member)
    }
}

extension JSONBounded {
    public var shapeErrors: [JSONShapeError] { boundErrors }

    /// An error for each member whose length is outside its limits.
    public var boundErrors: [JSONShapeError] { Self.bounds.compactMap { $0.error(in: self) } }
}
