public import BaliseJSON
public import Foundation

/// A registered push device: the answer of POST devices of the Ecovelo API.
public struct RegisteredPushDevice: JSONConvertible, Hashable {
    /// The id of its push token.
    public var id: String
    /// `ios`, `android` or `web`.
    public var platform: String
    /// The time of the first registration.
    public var createdAt: Date

    /// Makes a body of these members.
    public init(id: String, platform: String, createdAt: Date) {
        self.id = id
        self.platform = platform
        self.createdAt = createdAt
    }
}
