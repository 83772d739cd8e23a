public import CBOR

/// Accompanies an act to its service. Stored by the service in the transaction of the act.
public struct ActMark: Codable, Hashable, Sendable, DirectFields {
    public var id: String
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case id = 0, at }

    public init(id: String, at: UnixTime) {
        (self.id, self.at) = (id, at)
    }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.id, id)
        writer.put(CodingKeys.at, at)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        id = try reader.take(CodingKeys.id)
        at = try reader.take(CodingKeys.at)
    }
}

/// Asks whether a service has performed an act. If not, it will refuse it from now on, even if it is still on its way.
public struct SettleAct: IdempotentRequest {
    public static let code = MessageCode(common: 135)

    public struct Reply: Codable, Hashable, Sendable {
        public var isDone: Bool

        enum CodingKeys: Int, CodingKey { case isDone = 0 }

        public init(isDone: Bool) { self.isDone = isDone }
    }

    public var act: ActMark

    enum CodingKeys: Int, CodingKey { case act = 0 }

    public init(_ act: ActMark) { self.act = act }
}
