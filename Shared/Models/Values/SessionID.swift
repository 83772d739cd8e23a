/// The id of a session: one sign-in on one device. It is no secret and gives no access.
public struct SessionID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
