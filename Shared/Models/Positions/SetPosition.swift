public import CBOR

/// Stores a user's position. Nothing changes if the stored one is newer, if the position was later erased or forbidden,
/// or if the user does not allow positions.
///
/// Errors: `invalidRequest` for a time in the future or an accuracy out of range; `accountGone`.
public struct SetPosition: RequestFromEdge {
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 18)
    public static let isIdempotent = true
    /// How far an app's clock may be ahead, in seconds.
    public static let leeway: Int64 = 300
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public struct Reply: Codable, Sendable {
        /// False if it is older than the stored one or than an erasure, or forbidden.
        public var isKept: Bool

        enum CodingKeys: Int, CodingKey { case isKept = 0 }

        public init(isKept: Bool) {
            self.isKept = isKept
        }
    }

    public var account: AccountID
    public var position: Position

    enum CodingKeys: Int, CodingKey { case account = 0, position }

    public init(account: AccountID, position: Position) {
        self.account = account
        self.position = position
    }
}

extension SetPosition: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.account, account)
        writer.put(CodingKeys.position, position)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        account = try reader.take(CodingKeys.account)
        position = try reader.take(CodingKeys.position)
    }
}

extension SetPosition.Reply: DirectFields {
    public func writeFields(to writer: inout MessageWriter) { writer.put(CodingKeys.isKept, isKept) }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        isKept = try reader.take(CodingKeys.isKept)
    }
}
