import Foundation

/// A statement or a part of a statement: `"SELECT id FROM device WHERE number = \(number)"`. An interpolated value is
/// bound to a parameter and never becomes part of the text; an interpolated `SQL` becomes part of it. Compiled
/// statements are found by the addresses of their literals, which never move.
public struct SQL: ExpressibleByStringInterpolation, Sendable {
    @usableFromInline var parts: [Part]

    @inlinable
    public init(stringLiteral literal: StaticString) { parts = [.text(Text(literal))] }

    @inlinable
    public init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

    /// Quotes the name of a table or column that is known only at run time. Names stay in memory: pass none from data.
    public init(name: String) { parts = [.text(Text(keeping: "\"" + name.replacing("\"", with: "\"\"") + "\""))] }

    /// Joins the fragments with commas.
    package init(list fragments: [SQL]) { parts = Array(fragments.map(\.parts).joined(separator: (", " as SQL).parts)) }

    /// Creates a value, or a place for a value that `with` fills.
    package init(_ value: StoredValue) { parts = [.value(value)] }

    /// Returns the same statement with these values in place of its own values, in their order.
    package func with(_ values: [StoredValue]) -> SQL {
        var sql = self
        var rest = values[...]
        for (index, part) in parts.enumerated() {
            if case .value = part, let value = rest.popFirst() { sql.parts[index] = .value(value) }
        }
        return sql
    }

    @usableFromInline
    enum Part: Hashable, Sendable {
        case text(Text)
        case value(StoredValue)
    }

    /// A part of a statement's text. `@unchecked Sendable`: the bytes never move or change while the program runs.
    @usableFromInline
    struct Text: Hashable, @unchecked Sendable {
        @usableFromInline let start: UnsafePointer<UInt8>
        @usableFromInline let count: Int

        @inlinable
        init(_ literal: StaticString) { (start, count) = (literal.utf8Start, literal.utf8CodeUnitCount) }

        init(keeping text: String) {
            let bytes = Array(text.utf8)
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
            copy.update(from: bytes, count: bytes.count)
            (start, count) = (UnsafePointer(copy), bytes.count)
        }

        var string: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }
    }

    public struct Interpolation: StringInterpolationProtocol {
        @usableFromInline var parts: [Part] = []

        @inlinable
        public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

        @inlinable
        public mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { parts.append(.text(Text(literal))) }
        }

        /// Adds a value, which is bound to a parameter; nil is NULL.
        @inlinable
        public mutating func appendInterpolation<Value: ColumnValue>(_ value: Value?) {
            parts.append(.value(value?.stored ?? .null(Value.columnType)))
        }

        /// Adds values in parentheses, for IN. There must be at least one value, because PostgreSQL has no empty list.
        public mutating func appendInterpolation(list values: some Sequence<some ColumnValue>) {
            appendLiteral("(")
            for (index, value) in values.enumerated() {
                if index > 0 { appendLiteral(", ") }
                appendInterpolation(value)
            }
            appendLiteral(")")
        }

        @inlinable
        public mutating func appendInterpolation(_ fragment: SQL) { parts.append(contentsOf: fragment.parts) }
    }

    var text: String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let piece): text += piece.string
            case .value: text += "?"
            }
        }
    }

    var hasValues: Bool { parts.contains { if case .value = $0 { true } else { false } } }

    /// Whether both are the same statement, from the same place in the program, with the same values.
    func isSame(as other: SQL) -> Bool { parts == other.parts }
}

/// The description shows only the text, because values may be secrets.
extension SQL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { text }
    public var debugDescription: String { text }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The key of a compiled statement: its texts and the places of its values.
struct StatementKey: Hashable {
    private let parts: [SQL.Part]
    private let isForFirst: Bool

    init(_ sql: SQL, isForFirst: Bool = false) { (parts, self.isForFirst) = (sql.parts, isForFirst) }

    var withoutValues: StatementKey {
        StatementKey(
            parts: parts.map { if case .text = $0 { $0 } else { .value(.null(.integer)) } }, isForFirst: isForFirst)
    }

    private init(parts: [SQL.Part], isForFirst: Bool) { (self.parts, self.isForFirst) = (parts, isForFirst) }

    static func == (one: StatementKey, other: StatementKey) -> Bool {
        guard one.parts.count == other.parts.count, one.isForFirst == other.isForFirst else { return false }
        for (one, other) in zip(one.parts, other.parts) {
            switch (one, other) {
            case (.text(let one), .text(let other)) where one == other: continue
            case (.value, .value): continue
            default: return false
            }
        }
        return true
    }

    func hash(into hasher: inout Hasher) {
        var mixed: UInt = 0
        for part in parts {
            let word: UInt = if case .text(let text) = part { UInt(bitPattern: text.start) } else { 1 }
            mixed = (mixed ^ word) &* 0x9e37_79b9_7f4a_7c15
            mixed ^= mixed >> 29
        }
        hasher.combine(mixed)
    }
}

/// The words that control transactions. Only the database itself may run these statements.
let transactionWords: Set<String> = ["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "START", "ABORT"]

extension Substring {
    /// The first word in capitals, after white space, empty statements and comments; nil if there is none.
    var firstSQLWord: String? {
        var rest = self
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == ";" }
            if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                guard let end = rest.range(of: "*/") else { return nil }
                rest = rest[end.upperBound...]
            } else {
                let word = rest.prefix { $0.isLetter }
                return word.isEmpty ? nil : word.uppercased()
            }
        }
    }
}
