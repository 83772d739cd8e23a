/// The address of a service on the bus: `inproc://location`, `ipc:///path/location.sock`, or `tcp://host:port`. If a
/// tcp port is 0 or `*`, the system chooses one; see `BusServer.endpoint`.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    public enum Transport: String, Sendable {
        /// Connects within the process.
        case inproc
        /// Connects processes of one machine by a Unix socket.
        case ipc
        /// Connects processes of different machines over the network.
        case tcp
    }

    /// The address in the form that libzmq and the settings use.
    public let text: String
    public let transport: Transport
    /// The part after `://`: a name, a path, or host and port.
    public let address: String

    public var description: String { text }

    public init(_ text: String) throws(EndpointError) {
        func flaw(_ reason: EndpointError.Reason) -> EndpointError { EndpointError(text: text, reason: reason) }
        guard let separator = text.firstRange(of: "://") else { throw flaw(.noTransport) }
        let beginning = String(text[..<separator.lowerBound])
        guard let transport = Transport(rawValue: beginning) else { throw flaw(.unknownTransport) }
        let address = String(text[separator.upperBound...])
        guard !address.isEmpty, !address.utf8.contains(0) else { throw flaw(.noAddress) }
        switch transport {
        case .inproc: break
        case .ipc:
            // A path that begins with @ is an abstract socket on Linux, which no folder protects.
            guard address.first == "/" else { throw flaw(.pathNotAbsolute) }
        case .tcp:
            guard let colon = address.lastIndex(of: ":"), colon != address.startIndex else { throw flaw(.noPort) }
            let port = address[address.index(after: colon)...]
            guard port == "*" || UInt16(port) != nil else { throw flaw(.noPort) }
        }
        (self.text, self.transport, self.address) = (text, transport, address)
    }
}

/// Why a text is no address. The description quotes the text and shows the valid forms.
public struct EndpointError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: String, Sendable {
        case noTransport = "it has no ://"
        case unknownTransport = "it starts with none of inproc, ipc and tcp"
        case noAddress = "nothing usable stands after ://"
        case pathNotAbsolute = "the socket path does not start with /"
        case noPort = "it has no host and port"
    }

    public let text: String
    public let reason: Reason

    public var description: String {
        "\"\(text)\" is no endpoint: \(reason.rawValue); write inproc://name, ipc:///path or tcp://host:port"
    }
}
