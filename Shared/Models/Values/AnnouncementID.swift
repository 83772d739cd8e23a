/// The id of an announcement. It is no secret and gives no access.
public struct AnnouncementID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
