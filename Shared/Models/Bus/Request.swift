// What makes a struct a message that expects a reply, and the numbers by which messages are told apart on the wire.

public import CBOR

/// The number of a message on the wire: the service in the high byte, the message within it in the low one.
///
/// A code is never reused for another message. Messages that every service answers have 0 in the high byte.
public struct MessageCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Message `number` of `service`.
    public init(_ service: ServiceName, _ number: UInt8) {
        self.init(rawValue: UInt16(service.rawValue) << 8 | UInt16(number))
    }

    /// Message `number` of those that every service answers.
    public init(common number: UInt8) { self.init(rawValue: UInt16(number)) }

    public var description: String { "0x" + String(rawValue, radix: 16) }
}

/// A message that expects one reply.
///
/// Encoded as a CBOR map with the integer keys of its `CodingKeys`. Unknown fields are ignored by who reads them; a
/// field that is added later is optional. A conforming type with `service` is sent by `bus.send(message)`.
public protocol Request: Codable, Sendable {
    associatedtype Reply: Codable & Sendable

    /// The number of this message on the wire.
    static var code: MessageCode { get }

    /// Whether the bus may send it again when the first attempt was lost with the service that had it: to another replica
    /// at once where there is one, else to the same address when somebody is there again.
    static var isIdempotent: Bool { get }

    /// Whether its handler may wait for changes on purpose; such requests do not count against the bound on requests in
    /// flight.
    static var waitsForChanges: Bool { get }

    /// Whether this one is answered as soon as it is read, also where others of its kind wait for changes. A service
    /// that leaves such a request without an answer counts as hung.
    var isAnsweredAtOnce: Bool { get }

    /// Which replica of its service it goes to, where there are several; nil for whichever is less busy. Declared by what
    /// a service counts in its memory by, or whose rows it touches. Not asked for where a service has one address.
    var routingKey: RoutingKey? { get }

    /// Who may send it where its handler does not say: the `senders` of a `ServiceRequest`, nobody for any other message.
    static var declaredSenders: Set<ServiceName> { get }

    /// Whether it is a kind that changes something in an operator's name (`OperatorAct`). Known by its type, so that other
    /// messages are not looked at for that.
    static var isOperatorAct: Bool { get }

    // The next four come by themselves: the compiler picks the ones below that fit the message and its reply. So the
    // bus need not ask with every message whether it is directly coded.

    /// Writes the request if it is `DirectlyCoded`; false, and nothing written, if it is not.
    func writeDirectly(to writer: inout MessageWriter) -> Bool

    /// Reads a request that is `DirectlyCoded`; nil when that is for the general coder.
    static func readDirectly(_ bytes: UnsafeRawBufferPointer) -> Self?

    /// Writes a reply if it is `DirectlyCoded`; false, and nothing written, if it is not.
    static func writeDirectly(_ reply: Reply, to writer: inout MessageWriter) -> Bool

    /// Reads a reply that is `DirectlyCoded`; nil when that is for the general coder.
    static func readReplyDirectly(_ bytes: UnsafeRawBufferPointer) -> Reply?
}

extension Request {
    public static var isIdempotent: Bool { false }
    public static var waitsForChanges: Bool { false }
    public var isAnsweredAtOnce: Bool { !Self.waitsForChanges }
    public var routingKey: RoutingKey? { nil }
    public static var declaredSenders: Set<ServiceName> { [] }
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

/// A request that one certain service answers.
public protocol ServiceRequest: Request {
    /// The service that answers it.
    static var service: ServiceName { get }

    /// Who may send it; from anybody else the service refuses it.
    static var senders: Set<ServiceName> { get }
}

extension ServiceRequest {
    public static var declaredSenders: Set<ServiceName> { senders }
}

/// A request that the edge alone sends, for its clients and for the operator.
public protocol RequestFromEdge: ServiceRequest {}

extension RequestFromEdge {
    public static var senders: Set<ServiceName> { [.edge] }
}

/// The reply of a request that only needs to be told that it was done.
public struct Done: Codable, Hashable, Sendable {
    public init() {}
}

extension Done: DirectFields {
    public func writeFields(to writer: inout MessageWriter) {}
    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {}
}
