import CBOR

/// Performs an operator's act. auth-session verifies the credential and records the act in the audit log, lets the responsible
/// service (possibly itself) perform it, and records the outcome; if that is lost, it is settled within minutes (`SettleAct`).
/// Errors: `invalidToken` and `tokenExpired`; `forbidden` for an API key without the scope; `unavailable` when the audit log
/// cannot be written; those of the act.
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
    /// The credentials that the act ends. Not sent: only the sender needs it.
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
