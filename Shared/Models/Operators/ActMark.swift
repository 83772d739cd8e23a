// By which a service notes that it has done an act.

public import CBOR

/// Goes with an act from auth-session to the service that does it, which writes it down in the transaction of the act.
public struct ActMark: Codable, Hashable, Sendable {
    /// Random, and never used before.
    public var id: String
    /// When auth-session has begun it.
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case id = 0, at }

    public init(id: String, at: UnixTime) {
        self.id = id
        self.at = at
    }
}

extension ActMark: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.id, id)
        writer.put(CodingKeys.at, at)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        id = try reader.take(CodingKeys.id)
        at = try reader.take(CodingKeys.at)
    }
}

/// Asks the service of an act whether it has done it. One that it has not done yet it never will: whatever of it is
/// still on its way is refused.
public struct SettleAct: Request {
    public static let code = MessageCode(common: 135)
    public static let isIdempotent = true

    /// How the act ended.
    public struct Reply: Codable, Hashable, Sendable {
        public var isDone: Bool

        enum CodingKeys: Int, CodingKey { case isDone = 0 }

        public init(isDone: Bool) { self.isDone = isDone }
    }

    public var act: ActMark

    enum CodingKeys: Int, CodingKey { case act = 0 }

    public init(_ act: ActMark) { self.act = act }
}
