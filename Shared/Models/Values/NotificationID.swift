/// The id of a notification. It is no secret and gives no access.
public struct NotificationID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
