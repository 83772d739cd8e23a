public import Foundation
public import Models
public import ServiceRuntime

/// The address for clients, and its limits.
public struct HTTPSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [
        .edge: ["http"], .identity: ["http.publicUrl"], .authSession: ["http.publicUrl"],
    ]

    public var host: String
    public var port: Int
    public var publicURL: URL?
    public var tls: TLSSettings?
    public var redirectPort: Int?
    public var limits: HTTPLimits
    public var trustedProxies: [IPAddressRange]
    public var clientAddressHeaders: [ClientAddressHeader]
    public var clientHeaderPrefix: String

    public init(_ reader: inout SettingsReader) {
        host = reader.read("http.host", .host, default: "127.0.0.1", "The address that the edge listens on.")
        port = reader.read(
            "http.port", .whole(0...65535), default: 8080,
            "The port that the edge listens on; 0 lets the system pick one, which is printed.")
        publicURL = reader.readOptional(
            "http.publicUrl", .webAddress("https://balise.example"),
            "The edge's address for clients, used in addresses that it sends. By default, the address of each request.")
        tls = TLSSettings("http.tls", at: ("http.publicUrl", publicURL), &reader)
        redirectPort = reader.readOptional(
            "http.redirectPort", .whole(0...65535),
            "A further port, for plain HTTP, which redirects to http.publicUrl; 0 lets the system pick one. Needs http.tls."
        )
        if redirectPort != nil, tls == nil {
            reader.report("http.redirectPort needs TLS; also set http.tls.certificate and http.tls.key.")
        } else if redirectPort != nil, publicURL == nil {
            reader.report("http.redirectPort needs an address to redirect to; also set http.publicUrl.")
        }
        limits = HTTPLimits(&reader)
        trustedProxies = reader.read(
            "http.trustedProxies", .addressRanges, default: [],
            "The proxies whose forwarded headers name the client.")
        clientAddressHeaders = reader.read(
            "http.clientAddressHeaders", .clientAddressHeaders, default: ClientAddressHeader.allCases,
            "The headers in which trusted proxies name the client. The first one that a request has is used.")
        clientHeaderPrefix = reader.read(
            "http.clientHeaderPrefix", .headerPrefix, default: "X-Meeshy-",
            "The prefix of the headers with which an app describes itself.")
    }
}

extension SectionNames { public var http: HTTPSettings.Type { HTTPSettings.self } }

/// A header in which a proxy states the client's address; `Forwarded` is that of RFC 7239.
public enum ClientAddressHeader: String, CaseIterable, Sendable {
    case xForwardedFor = "x-forwarded-for"
    case forwarded
    case xRealIP = "x-real-ip"
}

/// The limits for one client, and for all clients together.
public struct HTTPLimits: Sendable {
    public var maximumBodyBytes: Int
    public var maximumHeaderBytes: Int
    public var maximumPathBytes: Int
    public var requestTimeout: Duration
    public var idleTimeout: Duration
    public var connections: Int
    public var connectionsPerAddress: Int
    public var firstByteTimeout: Duration
    public var bodiesInFlightBytes: Int
    public var answersWaitingBytes: Int
    public var leastReadingRate: Int
    public var inFlightPerAddress: Int
    public var streams: Int
    public var streamsPerAddress: Int
    public var socketsPerAddress: Int

    init(_ reader: inout SettingsReader) {
        maximumBodyBytes = reader.read(
            "http.maximumBodyBytes", .bytes(1024...256 << 20), default: 10 << 20,
            "The most bytes of a request's body; a larger one is answered 413.")
        maximumHeaderBytes = reader.read(
            "http.maximumHeaderBytes", .bytes(1024...1 << 20), default: 32 << 10,
            "The most bytes of a request's headers together.")
        maximumPathBytes = reader.read(
            "http.maximumPathBytes", .bytes(256...1 << 20), default: 8 << 10,
            "The most bytes of a request's path and query.")
        requestTimeout = reader.read(
            "http.requestTimeout", .span(.milliseconds(100) ... .seconds(600)), default: .seconds(10),
            "How long a request may take, from its first byte to the answer.")
        idleTimeout = reader.read(
            "http.idleTimeout", .span(.seconds(1) ... .seconds(3600)), default: .seconds(75),
            "How long a connection may stay open between two requests, and how long its client may take to read waiting data."
        )
        connections = reader.read(
            "http.connections", .whole(1...1_000_000), default: 10_000,
            "The most connections at a time; fewer where the system allows fewer open files.")
        connectionsPerAddress = reader.read(
            "http.connectionsPerAddress", .whole(1...1_000_000), default: 1000,
            "The most connections at a time from one address; one more is closed. Trusted proxies are not counted.")
        firstByteTimeout = reader.read(
            "http.firstByteTimeout", .span(.milliseconds(100) ... .seconds(600)), default: .seconds(10),
            "How long a new connection may be open before the first byte of its first request.")
        bodiesInFlightBytes = reader.read(
            "http.bodiesInFlightBytes", .bytes(1 << 20...16 << 30), default: 64 << 20,
            "The most bytes of bodies over 64 KiB in memory at a time; a request beyond that is answered 503.")
        answersWaitingBytes = reader.read(
            "http.answersWaitingBytes", .bytes(1 << 20...16 << 30), default: 64 << 20,
            "The most bytes of answers over 16 KiB that wait for their clients to read them, an eighth of it per address; a request beyond that is answered 503."
        )
        leastReadingRate = reader.read(
            "http.leastReadingRate", .bytes(0...1 << 20), default: 1 << 10,
            "The slowest speed at which a client may read waiting data, in bytes a second over `http.idleTimeout`; a slower one is cut off."
        )
        inFlightPerAddress = reader.read(
            "http.inFlightPerAddress", .whole(1...100_000), default: 256,
            "The most requests at a time from one address; one more is answered 429.")
        streams = reader.read(
            "http.streams", .whole(0...1_000_000), default: 5000,
            "The most streams of events at a time, of live places and of notifications; one more is answered 503. Each is a connection, too."
        )
        streamsPerAddress = reader.read(
            "http.streamsPerAddress", .whole(1...1_000_000), default: 100,
            "The most streams of events at a time from one address, of live places and of notifications; one more is answered 429."
        )
        socketsPerAddress = reader.read(
            "http.socketsPerAddress", .whole(1...1_000_000), default: 20,
            "The most WebSockets of live places at a time from one address; one more is answered 429. Each is a stream, too."
        )
    }
}

extension ValueForm where Value == [ClientAddressHeader] {
    /// The headers, in the order of their use.
    fileprivate static let clientAddressHeaders = ValueForm.list(
        "headers", of: "one of " + ClientAddressHeader.allCases.map(\.rawValue).joined(separator: ", ")
    ) {
        ClientAddressHeader(rawValue: $0.lowercased())
    } write: {
        $0.rawValue
    }
}

extension ValueForm where Value == String {
    fileprivate static let headerPrefix = ValueForm.plain(
        allowed: "letters, digits and hyphens, ending with a hyphen", refusal: "cannot begin a header's name"
    ) {
        $0.hasSuffix("-") && $0.isASCIIAlphanumeric(or: "-")
    }
}
