/// The id of a link between an account and an identity provider, for removing it. It is no secret and gives no access,
/// and is not the provider's id of the user.
public struct ProviderLinkID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
