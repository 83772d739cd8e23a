// What GET notifications/unread-count answers.

public import BaliseJSON

/// How much a person has not read yet. The app looks for the count beside the envelope's `data`, of which there is
/// none.
public struct UnreadCountResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// How many entries.
    public var count: Int

    /// Makes a body of these members.
    public init(count: Int) {
        self.count = count
    }
}
