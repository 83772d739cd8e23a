/// The id and secret for tracking an erasure.
public struct ErasureRequest: Codable, Sendable {
    /// Random and unique.
    public var id: ErasureID
    /// Gives access to the receipt together with the id; nil if only an operator may see it.
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey { case id = 0, secret }

    public init(id: ErasureID, secret: SecretText?) {
        self.id = id
        self.secret = secret
    }

    /// Creates random values.
    ///
    /// - Parameters:
    ///   - random: Returns so many bytes.
    ///   - hasSecret: Whether others than operators may see it.
    /// - Throws: `internalFailure` if the generator is broken.
    public init(random: (Int) -> [UInt8], hasSecret: Bool) throws(ServiceError) {
        self.init(
            id: try ErasureID(random: random(16)), secret: hasSecret ? SecretText(base64URL(random(32))) : nil)
    }
}
