/// The id of an entry in an inbox. It is no secret and gives no access.
public struct InboxEntryID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
