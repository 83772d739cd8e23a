/// The reason why a text is not JSON as RFC 8259 defines it, and the position.
public struct JSONError: Error, Hashable, Sendable {
    /// A reason why a text is not JSON.
    public enum Reason: String, Sendable {
        /// The text ends too early.
        case unexpectedEnd = "the text ends too early"
        /// A character is not allowed at this position.
        case unexpectedByte = "unexpected character"
        /// A text begins like a number, but is not a number.
        case invalidNumber = "not a number"
        /// A backslash in a string starts no escape sequence.
        case invalidEscape = "not an escape sequence"
        /// A string contains one half of a surrogate pair.
        case loneSurrogate = "half of a surrogate pair"
        /// The bytes are not UTF-8.
        case invalidUTF8 = "not UTF-8"
        /// A string contains a control character without an escape.
        case controlCharacter = "unescaped control character"
        /// Arrays and objects are nested deeper than `JSONDocument.maximumDepth`.
        case tooDeep = "nested too deep"
        /// The text has more bytes than a 32-bit position can express.
        case tooLong = "too long"
    }

    /// The reason why the text is not JSON.
    public var reason: Reason
    /// The position, in bytes from the start of the text.
    public var offset: Int

    public init(_ reason: Reason, at offset: Int) { (self.reason, self.offset) = (reason, offset) }
}

extension JSONError: CustomStringConvertible {
    public var description: String { "\(reason.rawValue) at byte \(offset)" }
}

/// The reason why a JSON value cannot be read, and its place.
public struct JSONShapeError: Error, Hashable, Sendable {
    /// A reason why a value cannot be read.
    public enum Problem: Hashable, Sendable {
        /// A required member is absent or `null`.
        case missing
        /// This member and another member are absent or `null`; one of the two is required.
        case missingBoth(other: String)
        /// The value has the wrong type or form. The text names the right form, for example `a text`.
        case isNot(String)
        /// The object has no member of this name. `known` lists its members.
        case unknown(known: [String])
        /// A part of the value has members with unknown names. Several names are reported together.
        case unknownInside(names: [String], known: [String])
        /// The text is a sentence about the reason. `words` lists the allowed words, if only some words are allowed.
        case refused(String, words: [String] = [])
    }

    /// The path of the value, for example `data.tokens[0].id`; empty for the whole text.
    public private(set) var path: String
    /// The reason why the value cannot be read.
    public let problem: Problem

    /// Creates the error of a value itself. The reader of the containing object adds the path.
    public init(_ problem: Problem) {
        path = ""
        self.problem = problem
    }

    /// Creates the error of a member of a body.
    public init(_ problem: Problem, at member: any CodingKey) {
        path = member.stringValue
        self.problem = problem
    }

    /// Creates the error for an object that needs one of two members and has neither.
    public init(missing member: any CodingKey, or other: any CodingKey) {
        path = member.stringValue
        problem = .missingBoth(other: other.stringValue)
    }

    /// Returns the same problem, with the path from the object that contains the value.
    func inMember(_ name: some CustomStringConvertible) -> JSONShapeError { inside(name.description) }

    /// Returns the same problem, with the path from the array that contains the value.
    func inElement(_ index: Int) -> JSONShapeError { inside("[\(index)]") }

    private func inside(_ step: String) -> JSONShapeError {
        var error = self
        error.path = path.isEmpty || path.hasPrefix("[") ? step + path : "\(step).\(path)"
        return error
    }
}

extension JSONShapeError: CustomStringConvertible {
    public var description: String {
        let place = path.isEmpty ? "the value" : path
        return switch problem {
        case .missing: "\(place) is missing"
        case .missingBoth(let other): "\(place), or \(other), is missing"
        case .isNot(let kind): "\(place) is not \(kind)"
        case .unknown(let names): "\(place) is not one of \(names.joined(separator: ", "))"
        case .unknownInside(let names, let known):
            "\(names.joined(separator: ", ")) in \(place) is not one of \(known.joined(separator: ", "))"
        case .refused(let text, _): text
        }
    }
}

/// All problems of a JSON value, so that its author can fix everything at once.
public struct JSONShapeErrors: Error, Hashable, Sendable {
    /// The errors in the order in which they were found: from one to `maximumCount`.
    public let all: [JSONShapeError]

    /// The largest number of errors that are kept.
    public static let maximumCount = 10

    public init(_ first: JSONShapeError, _ others: [JSONShapeError] = []) {
        all = Array(([first] + others).prefix(JSONShapeErrors.maximumCount))
    }

    /// Returns the same list with one error replaced by another.
    public func replacing(_ error: JSONShapeError, with other: JSONShapeError) -> JSONShapeErrors {
        let all = all.map { $0 == error ? other : $0 }
        return JSONShapeErrors(all[0], Array(all.dropFirst()))
    }

    init?(_ errors: [JSONShapeError]) {
        guard let first = errors.first else { return nil }
        self.init(first, Array(errors.dropFirst()))
    }
}

extension JSONShapeErrors: CustomStringConvertible {
    public var description: String { all.map(\.description).joined(separator: "; ") }
}
