// What calls answer that only do something.

public import BaliseJSON

/// That something was done.
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
