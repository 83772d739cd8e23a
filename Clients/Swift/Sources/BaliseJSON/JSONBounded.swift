// How long the texts of a body may be.

/// A body with texts that may only be so long. A server refuses what is beyond.
public protocol JSONBounded: JSONConvertible {
    /// The bounds of its texts.
    static var bounds: [TextBound<Self>] { get }
}

/// How long the text of a member may be: in characters (code points, as `maxLength` of JSON Schema counts), or for a JSON
/// object that is passed on in bytes.
public struct TextBound<Body>: Sendable {
    /// The member's name.
    public let name: String
    /// How many characters it may have, or how many bytes an object.
    public let lengths: ClosedRange<Int>
    private let member: any CodingKey & Sendable
    private let isObject: Bool
    private let text: @Sendable (Body) -> String?

    /// The bound of a text.
    ///
    /// - Parameter text: The text of a body; nil where it is absent.
    public init(
        _ member: any CodingKey & Sendable, _ characters: ClosedRange<Int>,
        _ text: @escaping @Sendable (Body) -> String?
    ) {
        (name, lengths, isObject) = (member.stringValue, characters, false)
        self.member = member
        self.text = text
    }

    /// The bound of a JSON object.
    ///
    /// - Parameter text: The object's text in a body; nil where it is absent.
    public init(
        _ member: any CodingKey & Sendable, objectOf bytes: ClosedRange<Int>,
        _ text: @escaping @Sendable (Body) -> String?
    ) {
        (name, lengths, isObject) = (member.stringValue, bytes, true)
        self.member = member
        self.text = text
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
    /// The members that are beyond their bounds.
    var boundErrors: [JSONShapeError] { Self.bounds.compactMap { $0.error(in: self) } }
}
