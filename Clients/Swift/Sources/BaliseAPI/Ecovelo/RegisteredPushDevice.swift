// What POST devices of the Ecovelo API answers.

public import BaliseJSON
public import Foundation

/// A push device that is reached from now on.
public struct RegisteredPushDevice: JSONConvertible, Hashable {
    /// The id of its push token.
    public var id: String
    /// `ios`, `android` or `web`.
    public var platform: String
    /// When it was registered first.
    public var createdAt: Date

    /// Makes a body of these members.
    public init(id: String, platform: String, createdAt: Date) {
        self.id = id
        self.platform = platform
        self.createdAt = createdAt
    }
}
