// Where a JSON value has another form than is needed, and what is wrong there.

/// Why a JSON value cannot be read: where in it, and what is wrong there.
public struct JSONShapeError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Problem: Hashable, Sendable {
        /// A member that is needed is absent or `null`.
        case missing
        /// The value is not what is needed, for example `a text`.
        case isNot(String)
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
        path = "\(member.stringValue), or \(other.stringValue),"
        problem = .missing
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
        case .isNot(let kind): "\(place) is not \(kind)"
        }
    }
}
