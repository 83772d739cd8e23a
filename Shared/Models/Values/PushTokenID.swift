/// The id of a push token, for muting and removing it. It is no secret and gives no access.
public struct PushTokenID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
