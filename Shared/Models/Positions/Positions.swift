public import CBOR

/// A user's last position, as the app reported it. It is the value in the positions feed, under the account's id.
public struct Position: Codable, Hashable, Sendable, DirectFields {
    public static let feed = FeedName(rawValue: "positions")

    public var coordinate: Coordinate
    /// The accuracy in metres, 0 to 100,000; nil if the app sent no accuracy.
    public var accuracy: Double?
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case coordinate = 0, accuracy, at }

    public init(coordinate: Coordinate, accuracy: Double? = nil, at: UnixTime) {
        (self.coordinate, self.accuracy, self.at) = (coordinate, accuracy, at)
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.coordinate, coordinate)
        writer.put(CodingKeys.accuracy, accuracy)
        writer.put(CodingKeys.at, at)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        coordinate = try reader.take(CodingKeys.coordinate)
        accuracy = try reader.takeIfPresent(CodingKeys.accuracy)
        at = try reader.take(CodingKeys.at)
    }
}

/// Reads a user's last position, for that user.
public struct GetPosition: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = PositionStatus
    public static let serviceCode = ServiceCode(.location, 19)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// A user's stored position, and whether positions may be stored. Answers `GetPosition` and `AllowPositions`.
public struct PositionStatus: Codable, Hashable, Sendable {
    public var position: Position?
    /// Whether positions may be stored; false if the user forbids it.
    public var isAllowed: Bool

    enum CodingKeys: Int, CodingKey { case position = 0, isAllowed }

    public init(position: Position? = nil, isAllowed: Bool) { (self.position, self.isAllowed) = (position, isAllowed) }
}

/// Stores a user's position. Nothing changes if the stored position is newer, if positions were erased or forbidden
/// later, or if the user forbids storing. Errors: `invalidRequest` for a time in the future or an accuracy out of
/// range; `accountGone`.
public struct SetPosition: RequestFromEdge, RequestByAccount, IdempotentRequest, DirectFields {
    public static let serviceCode = ServiceCode(.location, 18)
    /// How far an app's clock may be ahead, in seconds.
    public static let leeway: Int64 = 300

    public struct Reply: Codable, Sendable, DirectFields {
        /// Whether the position was stored. False if older than the stored position or an erasure, or if forbidden.
        public var isKept: Bool

        enum CodingKeys: Int, CodingKey { case isKept = 0 }

        public init(isKept: Bool) { self.isKept = isKept }

        public func writeFields(to writer: inout MessageWriter) { writer.put(CodingKeys.isKept, isKept) }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            isKept = try reader.take(CodingKeys.isKept)
        }
    }

    public var account: AccountID
    public var position: Position

    enum CodingKeys: Int, CodingKey { case account = 0, position }

    public init(account: AccountID, position: Position) { (self.account, self.position) = (account, position) }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.account, account)
        writer.put(CodingKeys.position, position)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        account = try reader.take(CodingKeys.account)
        position = try reader.take(CodingKeys.position)
    }
}

/// Erases a user's last position. The next position is stored again. Succeeds even if no position is stored.
public struct ErasePosition: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 20)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Allows or forbids storing a user's positions. Forbidding erases the stored position. Errors: `accountGone`.
public struct AllowPositions: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = PositionStatus
    public static let serviceCode = ServiceCode(.location, 21)

    public var account: AccountID
    public var isAllowed: Bool

    enum CodingKeys: Int, CodingKey { case account = 0, isAllowed }

    public init(account: AccountID, isAllowed: Bool) { (self.account, self.isAllowed) = (account, isAllowed) }
}

/// A tombstone in the positions feed, under a key of its own: a user's position was erased or forbidden. The feed has
/// one row per key, so a follower that has missed the erasure reads only a new position; this tombstone makes it drop
/// everything that it derived from earlier positions.
public struct WithdrawnPosition: Hashable, Sendable {
    public let account: AccountID

    /// The beginning of the tombstones' keys in the feed. No account id begins like this.
    private static let prefix = "withdrawn/"

    public init(_ account: AccountID) { self.account = account }

    /// Reads a key of the feed; nil if it is not the key of such a tombstone.
    public init?(key: String) {
        guard key.hasPrefix(WithdrawnPosition.prefix),
            let account = AccountID(String(key.dropFirst(WithdrawnPosition.prefix.count)))
        else { return nil }
        self.account = account
    }

    /// The key in the feed, for example `withdrawn/acc_5f0c…`.
    public var key: String { WithdrawnPosition.prefix + account.text }
}
