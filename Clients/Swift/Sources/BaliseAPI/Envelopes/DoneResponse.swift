public import BaliseJSON

/// The answer of calls that return no data.
public struct DoneResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    private var data = EmptyObject()

    /// Makes a body of these members.
    public init(message: String) {
        self.message = message
    }
}
