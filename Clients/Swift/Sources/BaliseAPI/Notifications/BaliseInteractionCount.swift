// How many people did what with a notification, as part of what GET notifications/{id} answers.

public import BaliseJSON

/// How many people did one thing with a notification.
public struct BaliseInteractionCount: JSONConvertible, Hashable {
    /// `opened`, `dismissed`, or the id of one of the notification's actions.
    public var action: String
    /// The address that they opened; nil for none.
    public var link: String?
    /// How many they are.
    public var people: Int

    /// Makes a body of these members; nil leaves one out.
    public init(action: String, link: String? = nil, people: Int) {
        self.action = action
        self.link = link
        self.people = people
    }
}
