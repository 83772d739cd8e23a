// What a person shows with a request that needs more than the edge's word.

/// The credential of a person as it came, so that the service that acts can judge it by itself.
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
