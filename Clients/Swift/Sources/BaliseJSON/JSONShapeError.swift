// Where a JSON value has another form than is needed, and what is wrong there.

/// Why a JSON value cannot be read: where in it, and what is wrong there.
public struct JSONShapeError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Problem: Hashable, Sendable {
        /// A member that is needed is absent or `null`.
        case missing
        /// This member and another one are absent or `null`, and one of them is needed.
        case missingBoth(other: String)
        /// The value is not what is needed, for example `a text`.
        case isNot(String)
        /// Nothing reads a member of this name. The names are those that the object may have.
        case unknown(known: [String])
    }

    /// The way to the value, for example `data.tokens[0].id`; empty for the whole.
    public private(set) var path: String
    /// What is wrong there.
    public let problem: Problem

    /// A problem of a value itself; whoever reads what is around it adds the way there.
    public init(_ problem: Problem) {
        path = ""
        self.problem = problem
    }

    /// A problem of the member of a body.
    public init(_ problem: Problem, at member: any CodingKey) {
        path = member.stringValue
        self.problem = problem
    }

    /// None of two members is there, of which one is needed.
    public init(missing member: any CodingKey, or other: any CodingKey) {
        path = member.stringValue
        problem = .missingBoth(other: other.stringValue)
    }

    /// The same problem, seen from the object in whose member `name` the value is.
    func inMember(_ name: some CustomStringConvertible) -> JSONShapeError { inside(name.description) }

    /// The same problem, seen from the array in which the value stands at `index`.
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
        }
    }
}

/// All that is wrong with a JSON value, so that its author can mend everything at once.
public struct JSONShapeErrors: Error, Hashable, Sendable {
    /// The errors in the order in which they were found, at most `maximumCount`. There is at least one.
    public let all: [JSONShapeError]

    /// How many errors are kept. A body with more of them is broken as a whole.
    public static let maximumCount = 10

    /// The first error and the others.
    public init(_ first: JSONShapeError, _ others: [JSONShapeError] = []) {
        all = Array(([first] + others).prefix(JSONShapeErrors.maximumCount))
    }

    /// The same with one error in the place of another.
    public func replacing(_ error: JSONShapeError, with other: JSONShapeError) -> JSONShapeErrors {
        let all = all.map { $0 == error ? other : $0 }
        return JSONShapeErrors(all[0], Array(all.dropFirst()))
    }

    /// Nil when there is no error.
    init?(_ errors: [JSONShapeError]) {
        guard let first = errors.first else { return nil }
        self.init(first, Array(errors.dropFirst()))
    }
}

extension JSONShapeErrors: CustomStringConvertible {
    public var description: String { all.map(\.description).joined(separator: "; ") }
}
