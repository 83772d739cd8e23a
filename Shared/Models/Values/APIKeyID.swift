/// The id of an API key, for listing and revoking it. It is no secret and gives no access.
public struct APIKeyID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
