// The id of a link with an identity provider.

/// The id of a link between an account and a person of an identity provider, by which its person removes it. It is no
/// secret and gives no access, and it is not what the provider calls the person.
///
/// Opaque: it says nothing about what it names. 1 to 36 characters out of `A-Z a-z 0-9 . _ -`, the first of them no
/// dot.
public struct ProviderLinkID: OpaqueID {
    public let text: String

    /// Nil when `text` is empty, longer than 36 characters, or holds another character.
    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
