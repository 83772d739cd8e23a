public import BaliseJSON

/// A new key for a claimed device: the body of PUT users/me/location-devices/{device}/key.
public struct ResetDeviceKeyRequest: JSONConvertible, Hashable {
    /// At most 256 characters; nil for one that the server generates.
    public var newKey: SecretText?

    /// Makes a body of these members; nil leaves one out.
    public init(newKey: SecretText? = nil) {
        self.newKey = newKey
    }

    /// The error for an invalid `newKey`.
    public static let invalidKey = JSONShapeError(.isNot("a key of a device"), at: CodingKeys.newKey)
}
