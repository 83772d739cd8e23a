public import BaliseJSON

/// The content to preview: the body of POST notifications/preview.
public struct PreviewNotificationRequest: JSONConvertible, Hashable {
    /// The content.
    public var content: NotificationContent

    /// Makes a body of these members.
    public init(content: NotificationContent) { self.content = content }
}
