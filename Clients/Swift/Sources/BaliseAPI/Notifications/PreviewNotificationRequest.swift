// What is to be shown of a notification before it is sent: the body of POST notifications/preview.

public import BaliseJSON

/// The content of a notification that is not sent.
public struct PreviewNotificationRequest: JSONConvertible, Hashable {
    /// What it would send.
    public var content: BaliseNotificationContent

    /// Makes a body of these members.
    public init(content: BaliseNotificationContent) { self.content = content }
}
