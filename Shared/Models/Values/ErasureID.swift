/// The id of an erasure. It reveals nothing about the erased account, and gives no access.
public struct ErasureID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
