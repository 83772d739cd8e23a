public import BaliseJSON

/// The number of users who did one thing with a notification: part of the answer of GET notifications/{id}.
public struct BaliseInteractionCount: JSONConvertible, Hashable {
    /// `opened`, `dismissed`, or the id of one of the notification's actions.
    public var action: String
    /// The address that was opened; nil for none.
    public var link: String?
    /// The number of users.
    public var people: Int

    /// Makes a body of these members; nil leaves one out.
    public init(action: String, link: String? = nil, people: Int) {
        self.action = action
        self.link = link
        self.people = people
    }
}
