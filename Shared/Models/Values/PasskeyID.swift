/// The id of a passkey, for renaming and removing it. It is no secret and gives no access, and is not the
/// authenticator's credential id.
public struct PasskeyID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
