public import CBOR

/// Performs an operator's act. auth-session verifies the credential and records the act in the audit log, lets the
/// responsible service (possibly itself) perform it, and records the result. If the result is lost, auth-session
/// determines it within minutes (`SettleAct`). Errors: `invalidToken` and `tokenExpired`; `forbidden` for an API key
/// without the scope; `unavailable` when the audit log cannot be written; those of the act.
public struct ActForOperator: RequestFromEdge {
    public static let serviceCode = ServiceCode(.authSession, 135)

    public struct Reply: Codable, Sendable {
        public var body: [UInt8]

        enum CodingKeys: Int, CodingKey { case body = 0 }

        public init<Act: OperatorAct>(_ reply: Act.Reply, to act: Act.Type) throws {
            body = try CBOREncoder().encode(reply)
        }

        public func read<Act: OperatorAct>(to act: Act.Type) throws -> Act.Reply {
            try CBORDecoder().decode(Act.Reply.self, from: body)
        }
    }

    public var credential: OperatorCredential
    public var target: ServiceName
    public var act: UInt16
    public var body: [UInt8]
    /// The credentials that the act ends. They are not sent: only the sender needs them.
    public private(set) var ends = EndedCredentials.nothing

    enum CodingKeys: Int, CodingKey { case credential = 0, target, act, body }

    public init<Act: OperatorAct>(_ act: Act, at target: ServiceName, by credential: OperatorCredential) throws {
        (self.credential, self.target) = (credential, target)
        self.act = Act.code.rawValue
        ends = act.ends
        body = try CBOREncoder().encode(act)
    }

    public func read<Act: OperatorAct>(as act: Act.Type) throws -> Act {
        try CBORDecoder().decode(Act.self, from: body)
    }
}

/// An operator's secret. The case is the way in which it arrived.
public enum OperatorCredential: Sendable {
    /// A secret from `Authorization`: the token in the data folder, or the operator's own key (`operations.key`).
    case token(SecretText)
    /// An API key from `X-API-Key`.
    case apiKey(SecretText)
    /// A secret that `VerifyAPIKeyPasskey` issued for a passkey of an API key.
    case passkey(SecretText)
}

extension OperatorCredential: Codable {
    enum CodingKeys: Int, CodingKey { case token = 0, apiKey, passkey }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let token = try container.decodeIfPresent(SecretText.self, forKey: .token) {
            self = .token(token)
        } else if let key = try container.decodeIfPresent(SecretText.self, forKey: .apiKey) {
            self = .apiKey(key)
        } else {
            self = .passkey(try container.decode(SecretText.self, forKey: .passkey))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .token(let secret): try container.encode(secret, forKey: .token)
        case .apiKey(let secret): try container.encode(secret, forKey: .apiKey)
        case .passkey(let secret): try container.encode(secret, forKey: .passkey)
        }
    }
}

/// Identifies an act on its way to its service, which stores the mark in the transaction of the act.
public struct ActMark: Codable, Hashable, Sendable, DirectFields {
    public var id: String
    public var at: UnixTime

    enum CodingKeys: Int, CodingKey { case id = 0, at }

    public init(id: String, at: UnixTime) { (self.id, self.at) = (id, at) }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.id, id)
        writer.put(CodingKeys.at, at)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        id = try reader.take(CodingKeys.id)
        at = try reader.take(CodingKeys.at)
    }
}

/// Asks whether a service has performed an act. If not, it refuses the act from now on, even on its way.
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
