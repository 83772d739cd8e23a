/// Selects the replica for a request. Requests with equal keys go to the same replica while it lives, from every
/// process. So a limit in memory sees all attempts with a key, and two writes of one account seldom meet in the
/// database. Keys are never sent, logged or stored.
public struct RoutingKey: Hashable, Redacted {
    /// The FNV-1a hash (64 bits, draft-eastlake-fnv) of the UTF-8. Names that collide only share a replica.
    package let hash: UInt64

    public init(_ text: String) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        self.hash = hash
    }

    public init(_ account: AccountID) { self.init(account.text) }

    public init(_ device: DeviceID) { self.init(device.text) }

    public init(_ secret: SecretText) { self.init(secret.value) }

    public init(_ credential: Credential) {
        switch credential {
        case .token(let secret), .apiKey(let secret): self.init(secret)
        }
    }

    /// Creates a key from a sign-in name. The name is folded, so that another capitalisation selects the same replica.
    public init(name: Personal<String>) { self.init(NameFolding.folded(name.value)) }
}
