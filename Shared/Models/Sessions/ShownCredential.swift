/// A user's credential as received, so that the responsible service itself can verify it.
public struct ShownCredential: Codable, Sendable {
    public var credential: Credential
    /// As in `Authenticate`.
    public var installation: String?

    enum CodingKeys: Int, CodingKey { case credential = 0, installation }

    public init(_ credential: Credential, installation: String? = nil) {
        self.credential = credential
        self.installation = installation
    }
}
