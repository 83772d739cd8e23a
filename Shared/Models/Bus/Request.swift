public import CBOR

/// The number of a message on the wire: the service in the high byte, the message in the low byte. The high byte is 0
/// for messages that every service answers. Numbers are never reused.
public struct MessageCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public init(_ service: ServiceName, _ number: UInt8) {
        self.init(rawValue: UInt16(service.rawValue) << 8 | UInt16(number))
    }

    public init(common number: UInt8) { self.init(rawValue: UInt16(number)) }

    public var description: String { "0x" + String(rawValue, radix: 16) }
}

/// The number of a message that exactly one service answers.
public struct ServiceCode: Hashable, Sendable {
    public let service: ServiceName
    public let number: UInt8

    public init(_ service: ServiceName, _ number: UInt8) { (self.service, self.number) = (service, number) }
}

/// A message with one reply (`Done` unless it declares another), encoded as a CBOR map with the integer keys of its
/// `CodingKeys`. Readers ignore unknown fields; fields that are added later must be optional. A `ServiceRequest` names
/// the service that answers it; for any other request, the sender chooses the service.
public protocol Request: Codable, Sendable {
    associatedtype Reply: Codable & Sendable = Done

    static var code: MessageCode { get }

    /// Whether the bus may send the request again when the service was lost during the first attempt: to another
    /// replica at once, or to the same address when a service answers there again. True for an `IdempotentRequest`.
    static var isIdempotent: Bool { get }

    /// Whether its handler may wait for changes; such requests do not count against the limit of requests in flight.
    static var waitsForChanges: Bool { get }

    /// Whether this request is answered at once even if others of its type wait for changes. If it is not answered, the
    /// service counts as hung.
    var isAnsweredAtOnce: Bool { get }

    /// The key that selects the replica; nil for the least busy replica. A key is needed if limits are counted in
    /// memory, or rows change.
    var routingKey: RoutingKey? { get }

    /// The senders if the handler names none: the `senders` of a `ServiceRequest`, no sender for other messages.
    static var declaredSenders: Set<ServiceName> { get }

    /// The credentials that the request ends once it is answered. By default it ends none.
    var ends: EndedCredentials { get }

    /// Whether the type is an `OperatorAct`. It is known by type, so that other messages need not be examined.
    static var isOperatorAct: Bool { get }

    // The compiler chooses the next four by the types of message and reply, so the bus need not test each message.

    /// Writes the request without the general coder and returns true. Without `DirectlyCoded`, it only returns false.
    func writeDirectly(to writer: inout MessageWriter) -> Bool

    /// Reads the request without the general coder; nil if only the general coder can read it.
    static func readDirectly(_ bytes: UnsafeRawBufferPointer) -> Self?

    /// Writes the reply without the general coder and returns true. Without `DirectlyCoded`, it only returns false.
    static func writeDirectly(_ reply: Reply, to writer: inout MessageWriter) -> Bool

    /// Reads the reply without the general coder; nil if only the general coder can read it.
    static func readReplyDirectly(_ bytes: UnsafeRawBufferPointer) -> Reply?
}

extension Request {
    public static var isIdempotent: Bool { false }
    public static var waitsForChanges: Bool { false }
    public var isAnsweredAtOnce: Bool { !Self.waitsForChanges }
    public var routingKey: RoutingKey? { nil }
    public static var declaredSenders: Set<ServiceName> { [] }
    public var ends: EndedCredentials { .nothing }
    public static var isOperatorAct: Bool { false }

    public func writeDirectly(to writer: inout MessageWriter) -> Bool { false }
    public static func readDirectly(_ bytes: UnsafeRawBufferPointer) -> Self? { nil }
    public static func writeDirectly(_ reply: Reply, to writer: inout MessageWriter) -> Bool { false }
    public static func readReplyDirectly(_ bytes: UnsafeRawBufferPointer) -> Reply? { nil }
}

extension Request where Self: DirectlyCoded {
    public func writeDirectly(to writer: inout MessageWriter) -> Bool {
        write(to: &writer)
        return true
    }

    public static func readDirectly(_ bytes: UnsafeRawBufferPointer) -> Self? { read(bytes) }
}

extension Request where Reply: DirectlyCoded {
    public static func writeDirectly(_ reply: Reply, to writer: inout MessageWriter) -> Bool {
        reply.write(to: &writer)
        return true
    }

    public static func readReplyDirectly(_ bytes: UnsafeRawBufferPointer) -> Reply? { Reply.read(bytes) }
}

/// A request that the bus may send again; see `isIdempotent`.
public protocol IdempotentRequest: Request {}

extension IdempotentRequest {
    public static var isIdempotent: Bool { true }
}

/// A request whose account selects the replica.
public protocol RequestByAccount: Request {
    var account: AccountID { get }
}

extension RequestByAccount {
    public var routingKey: RoutingKey? { RoutingKey(account) }
}

/// A request whose device selects the replica.
public protocol RequestByDevice: Request {
    var device: DeviceID { get }
}

extension RequestByDevice {
    public var routingKey: RoutingKey? { RoutingKey(device) }
}

/// A request that exactly one service answers, and that only some services may send.
public protocol ServiceRequest: Request {
    static var serviceCode: ServiceCode { get }

    /// The services that may send the request. The receiver refuses all other services.
    static var senders: Set<ServiceName> { get }
}

extension ServiceRequest {
    public static var service: ServiceName { serviceCode.service }
    public static var code: MessageCode { MessageCode(service, serviceCode.number) }
    public static var declaredSenders: Set<ServiceName> { senders }
}

/// A request that only the edge sends, for its clients and for operators.
public protocol RequestFromEdge: ServiceRequest {}

extension RequestFromEdge {
    public static var senders: Set<ServiceName> { [.edge] }
}

/// A request that only auth-session sends.
public protocol RequestFromAuthSession: ServiceRequest {}

extension RequestFromAuthSession {
    public static var senders: Set<ServiceName> { [.authSession] }
}

/// The sessions, tokens and API keys that a request ends. The edge refuses them itself before it answers its client.
public enum EndedCredentials: Hashable, Sendable {
    case nothing
    /// Exactly this session, so the edge need not wait for a feed.
    case session(SessionID)
    /// Credentials that auth-session ends itself, and announces in the credentials feed. `known` is one of them: the
    /// edge refuses it at once, without waiting for the feed.
    case announced(known: CredentialChange? = nil)
    /// Sessions of accounts. auth-session reads them in the accounts feed. `caller` is the caller's own, if it ends.
    case ofAccounts(caller: SessionID? = nil)
}

/// The reply of a request without a result.
public struct Done: DirectFields, Codable, Hashable, Sendable {
    public init() {}

    public func writeFields(to writer: inout MessageWriter) {}
    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {}
}

/// The reply of a request about several things: the number of things that it ended, removed or restarted.
public struct DoneCount: Codable, Sendable {
    public var count: Int

    enum CodingKeys: Int, CodingKey { case count = 0 }

    public init(count: Int) { self.count = count }
}
