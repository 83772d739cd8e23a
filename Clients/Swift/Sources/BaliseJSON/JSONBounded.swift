// How long the texts of a body may be.

/// A body with texts that may only have so many bytes. A server refuses what is beyond.
public protocol JSONBounded: JSONConvertible {
    /// The bounds of its texts.
    static var bounds: [TextBound<Self>] { get }
}

/// How many bytes of UTF-8 the text of a member may have.
public struct TextBound<Body>: Sendable {
    /// The member's name.
    public let name: String
    /// How many bytes it may have.
    public let bytes: ClosedRange<Int>
    private let member: any CodingKey & Sendable
    private let kind: String
    private let length: @Sendable (Body) -> Int?

    /// The bound of a member.
    ///
    /// - Parameters:
    ///   - kind: What it is, for whoever wrote too much: `a text`.
    ///   - length: How many bytes a body's has; nil where it is absent.
    public init(
        _ member: any CodingKey & Sendable, _ bytes: ClosedRange<Int>, of kind: String = "a text",
        _ length: @escaping @Sendable (Body) -> Int?
    ) {
        name = member.stringValue
        self.bytes = bytes
        self.member = member
        self.kind = kind
        self.length = length
    }

    fileprivate func error(in body: Body) -> JSONShapeError? {
        guard let length = length(body), !bytes.contains(length) else { return nil }
        let range = bytes.lowerBound == 0 ? "at most \(bytes.upperBound)" : "\(bytes.lowerBound) to \(bytes.upperBound)"
        return JSONShapeError(.isNot("\(kind) of \(range) bytes"), at: member)
    }
}

extension JSONBounded {
    /// The members that are beyond their bounds.
    var boundErrors: [JSONShapeError] { Self.bounds.compactMap { $0.error(in: self) } }
}
