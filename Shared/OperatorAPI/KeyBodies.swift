public import BaliseJSON

/// A device: the body of POST /devices/….
public struct DeviceRequest: OperatorRequest, Hashable {
    public var device: String

    public init(device: String) { self.device = device }

    public static let wrongDevice = refusal(of: CodingKeys.device.stringValue)

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: "the id of a device") }

    private enum CodingKeys: CodingKey, CaseIterable { case device }
}

/// The public keys that verify access tokens: the answer of GET /signing-keys.
public struct SigningKeyList: JSONConvertible, Hashable {
    /// The active one first, then the next one, and retired ones whose tokens may still be valid.
    public var keys: [SigningKeyDescription]

    public init(keys: [SigningKeyDescription]) { self.keys = keys }
}

/// The id of a key that verifies access tokens, and whether new tokens are signed with it.
public struct SigningKeyDescription: JSONConvertible, Hashable {
    public var id: String
    public var signs: Bool

    public init(id: String, signs: Bool) {
        self.id = id
        self.signs = signs
    }
}
