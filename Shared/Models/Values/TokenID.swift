/// The id of an exchanged token (`jti`, RFC 7519, section 4.1.7), for revoking it. It is no secret and gives no access.
public struct TokenID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
