// An operator has something done, and shows who they are.

import CBOR

/// Has an act done in the name of the operator who shows a credential.
///
/// auth-session judges the credential, notes in the audit log that the act is about to be done, has it done by its service
/// (itself, where it is its own), and notes what came of it. An act whose outcome did not come back is settled within
/// minutes (`SettleAct`).
///
/// Errors: `invalidToken` and `tokenExpired` for what counts for nothing, `forbidden` for an API key without the scope;
/// `unavailable` when the audit log cannot be written; those of the act.
public struct ActForOperator: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 135)

    /// What the service of the act has replied, encoded.
    public struct Reply: Codable, Sendable {
        public var body: [UInt8]

        enum CodingKeys: Int, CodingKey { case body = 0 }

        public init<Act: OperatorAct>(_ reply: Act.Reply, to act: Act.Type) throws {
            body = try CBOREncoder().encode(reply)
        }

        /// The reply to an act.
        public func read<Act: OperatorAct>(to act: Act.Type) throws -> Act.Reply {
            try CBORDecoder().decode(Act.Reply.self, from: body)
        }
    }

    public var credential: OperatorCredential
    /// Which service is to do it.
    public var target: ServiceName
    /// The code of the act.
    public var act: UInt16
    /// The act, encoded.
    public var body: [UInt8]

    enum CodingKeys: Int, CodingKey { case credential = 0, target, act, body }

    public init<Act: OperatorAct>(_ act: Act, at target: ServiceName, by credential: OperatorCredential) throws {
        self.credential = credential
        self.target = target
        self.act = Act.code.rawValue
        body = try CBOREncoder().encode(act)
    }

    /// The act as one of its kind.
    public func read<Act: OperatorAct>(as act: Act.Type) throws -> Act {
        try CBORDecoder().decode(Act.self, from: body)
    }
}
