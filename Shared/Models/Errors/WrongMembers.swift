/// Collects the wrong members of a request, so that its author can correct all of them at once. Allocates nothing
/// before the first wrong member.
public struct WrongMembers: Sendable {
    /// The largest number of members that an error names.
    public static let maximumCount = 10

    private var found: ServiceError?

    public init() {}

    /// Notes a wrong member unless `isRight`.
    public mutating func expect(_ isRight: Bool, _ field: String, _ message: @autoclosure () -> String) {
        if !isRight { note(ServiceError(.invalidRequest, message(), field: field)) }
    }

    /// Runs a rule, and keeps its error if the error names a member. For any other error, throws the first kept error,
    /// or this error if none was kept.
    /// - Returns: The rule's result; nil if it failed.
    @discardableResult
    public mutating func check<Value>(_ rule: () throws(ServiceError) -> Value) throws(ServiceError) -> Value? {
        do throws(ServiceError) { return try rule() } catch {
            guard error.code == .invalidRequest, error.field != nil else { throw found ?? error }
            note(error)
            return nil
        }
    }

    /// Throws the kept errors, if there are any.
    public func finish() throws(ServiceError) {
        if let found { throw found }
    }

    private mutating func note(_ error: ServiceError) {
        guard let first = found else {
            found = error
            return
        }
        found?.wrongMembers = Array((first.wrongMembers + error.wrongMembers).prefix(WrongMembers.maximumCount))
    }
}
