// Where a service listens, and the three ways to reach it.

/// Where a service listens: `inproc://location`, `ipc:///path/location.sock`, `tcp://host:port`.
///
/// A tcp port of 0 or `*` lets the system pick one; `BusServer.endpoint` says which.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// How messages travel.
    public enum Transport: String, Sendable {
        /// Within the process.
        case inproc
        /// Between processes of one machine, over a Unix socket.
        case ipc
        /// Between machines.
        case tcp
    }

    /// The address as libzmq and configuration write it.
    public let text: String
    /// How messages travel there.
    public let transport: Transport
    /// What stands after `://`: a name, a path, or host and port.
    public let address: String

    public var description: String { text }

    /// Reads an address; the error says what is wrong with it.
    public init(_ text: String) throws(EndpointError) {
        guard let separator = text.firstRange(of: "://") else { throw EndpointError(text: text, reason: .noTransport) }
        guard let transport = Transport(rawValue: String(text[..<separator.lowerBound])) else {
            throw EndpointError(text: text, reason: .unknownTransport)
        }
        let address = String(text[separator.upperBound...])
        guard !address.isEmpty, !address.utf8.contains(0) else {
            throw EndpointError(text: text, reason: .noAddress)
        }
        switch transport {
        case .inproc: break
        case .ipc:
            // A leading @ is an abstract socket on Linux, which no folder guards.
            guard address.first == "/" else { throw EndpointError(text: text, reason: .pathNotAbsolute) }
        case .tcp:
            guard let colon = address.lastIndex(of: ":"), colon != address.startIndex else {
                throw EndpointError(text: text, reason: .noPort)
            }
            let port = address[address.index(after: colon)...]
            guard port == "*" || UInt16(port) != nil else { throw EndpointError(text: text, reason: .noPort) }
        }
        self.text = text
        self.transport = transport
        self.address = address
    }
}

/// Why a text is no endpoint.
public struct EndpointError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: String, Sendable {
        case noTransport = "it has no ://"
        case unknownTransport = "it starts with none of inproc, ipc and tcp"
        case noAddress = "nothing usable stands after ://"
        case pathNotAbsolute = "the socket path does not start with /"
        case noPort = "it has no host and port"
    }

    /// What was read.
    public let text: String
    public let reason: Reason

    public var description: String {
        "\"\(text)\" is no endpoint: \(reason.rawValue); write inproc://name, ipc:///path or tcp://host:port"
    }
}
