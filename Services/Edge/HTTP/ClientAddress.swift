import Logging
import Models
import NIOCore
import ServiceRuntime
import ServiceSettings
import Synchronization

struct TrustedProxies: Sendable {
    private let ranges: [IPAddressRange]
    private let headers: [ClientAddressHeader]

    /// - Parameter headers: The headers that may name the client. The first of them that the request contains applies.
    init(_ ranges: [IPAddressRange], headers: [ClientAddressHeader] = ClientAddressHeader.allCases) {
        self.ranges = ranges
        self.headers = headers
    }

    func contains(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }

    /// Returns the address of the client behind the proxy `peer`, or `peer` if no trusted proxy names the client. Also
    /// returns the scheme of the client's call; nil if it is not named.
    func client(_ request: RequestHeaders, peer: String) -> (address: String, scheme: String?) {
        for header in headers {
            switch header {
            case .xForwardedFor:
                guard let list = request.forwardedFor else { continue }
                return (client(forwardedFor: list, peer: peer), request.forwardedProto)
            case .forwarded:
                guard let field = request.forwarded else { continue }
                let elements = ForwardedElement.list(field)
                let position = position(ofClient: elements.map(\.address))
                let client = position.flatMap { elements[$0].address } ?? peer
                return (client, position.flatMap { elements[$0].scheme } ?? request.forwardedProto)
            case .xRealIP:
                guard let address = request.realIP else { continue }
                return (canonicalAddress(address) ?? peer, request.forwardedProto)
            }
        }
        return (peer, request.forwardedProto)
    }

    func client(forwardedFor: String?, peer: String) -> String {
        guard let forwardedFor else { return peer }
        let addresses = forwardedFor.split(separator: ",").map { canonicalAddress($0) }
        return position(ofClient: addresses).flatMap { addresses[$0] } ?? peer
    }

    /// Returns the position of the client: the last entry that is not a trusted proxy, else the first entry. Each proxy
    /// appends its caller's address, so the client may have invented the entries before its own. An entry without an
    /// address ends the search.
    private func position(ofClient addresses: [String?]) -> Int? {
        var found: Int?
        for (position, address) in addresses.enumerated().reversed() {
            guard let address else { break }
            found = position
            if !contains(address) { break }
        }
        return found
    }
}

/// Returns the address without brackets, port, or the IPv6 form of an IPv4 address; nil if `text` is no address.
func canonicalAddress(_ text: some StringProtocol) -> String? {
    var address = text.drop { $0 == " " || $0 == "\t" }
    while address.last == " " || address.last == "\t" { address = address.dropLast() }
    if address.first == "[" {
        guard let end = address.firstIndex(of: "]") else { return nil }
        address = address[address.index(after: address.startIndex)..<end]
    } else if address.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1, let port = address.firstIndex(of: ":") {
        address = address[..<port]
    }
    guard let parsed = try? SocketAddress(ipAddress: String(address), port: 0) else { return nil }
    return parsed.canonicalText
}

extension SocketAddress {
    /// The address without its port. An IPv4 address on an IPv6 socket is shown as IPv4.
    var canonicalText: String? {
        guard let text = ipAddress else { return nil }
        let mapped = "::ffff:"
        guard text.utf8.count > mapped.utf8.count, text.lowercased().hasPrefix(mapped), text.contains(".") else {
            return text
        }
        return String(text.dropFirst(mapped.count))
    }
}

struct ForwardedElement: Sendable, Equatable {
    /// The address in canonical form; nil for `unknown`, for an obfuscated name, and for any text that is no address.
    var address: String?
    var scheme: String?

    /// Returns the elements of all fields, which are joined with commas. A malformed element becomes an empty element.
    static func list(_ field: String) -> [ForwardedElement] {
        pieces(of: field[...], at: ",").map { ForwardedElement($0) }
    }

    private init(_ text: Substring) {
        for pair in Self.pieces(of: text, at: ";") {
            guard let sign = pair.firstIndex(of: "=") else { continue }
            let value = Self.unquoted(pair[pair.index(after: sign)...].withoutSpaceAround)
            switch pair[..<sign].withoutSpaceAround.lowercased() {
            case "for": address = canonicalAddress(value)
            case "proto": scheme = value.lowercased()
            default: break
            }
        }
    }

    private static func pieces(of text: Substring, at separator: Character) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for position in text.indices {
            let character = text[position]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == separator, !isQuoted {
                pieces.append(text[start..<position])
                start = text.index(after: position)
            }
        }
        return pieces + [text[start...]]
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
        var value = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                value.append(character)
                isEscaped = false
            }
        }
        return value
    }
}

/// Warns if an untrusted proxy names its clients, because they then share one address. Only peers in local networks are
/// reported, because any other peer may be a client that invents the header. It warns once per network and hour and at
/// most once a minute, so that no client can fill the log. The log names networks, never addresses.
final class UntrustedProxyLog: Sendable {
    static let networkPause: Int64 = 3600
    /// The seconds between two warnings.
    static let pause: Int64 = 60
    static let capacity = 64

    private struct State {
        var quietUntil: UnixTime?
        var latest: (field: String, network: String, at: UnixTime)?
        var networks = BoundedTable<String, UnixTime>(capacity: UntrustedProxyLog.capacity)
    }

    private let clock: any WallClock
    private let logger: Logger
    private let state = Mutex(State())

    init(clock: any WallClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    func record(_ headers: RequestHeaders, peer: String) {
        guard let field = headers.clientAddressField else { return }
        let now = clock.now()
        let network = ClientNetwork(text: peer).redacted
        let isTold = state.withLock { state in
            if let end = state.quietUntil, end > now { return false }
            guard state.networks[network].map({ $0 <= now }) ?? true, isLocal(peer) else { return false }
            // The network is removed first, so that it becomes the newest entry.
            state.networks.remove(network)
            state.quietUntil = now.adding(seconds: UntrustedProxyLog.pause)
            state.networks.insert(now.adding(seconds: UntrustedProxyLog.networkPause), for: network)
            state.latest = (field: field, network: network, at: now)
            return true
        }
        guard isTold else { return }
        logger.warning(
            "\(UntrustedProxyLog.text(field)); \(UntrustedProxyLog.remedy)", metadata: ["network": "\(network)"])
    }

    private static let remedy = "if it is your proxy, add it to BALISE_HTTP_TRUSTED_PROXIES"

    private static func text(_ field: String) -> String {
        """
        requests come with \(field) from an address that is not a trusted proxy, so the field is ignored and all of \
        them count as one client
        """
    }

    /// The state for operators: a warning within an hour after the last report.
    var finding: HealthFinding {
        let now = clock.now()
        guard let latest = state.withLock({ $0.latest }),
            latest.at.adding(seconds: UntrustedProxyLog.networkPause) > now
        else { return .ok("no proxy that is not trusted has been seen within an hour") }
        return .warning("\(UntrustedProxyLog.text(latest.field)) (network \(latest.network))", UntrustedProxyLog.remedy)
    }

    private func isLocal(_ peer: String) -> Bool { UntrustedProxyLog.isLocal(peer) }

    /// Whether an address is in a loopback, private or link-local network.
    static func isLocal(_ address: String) -> Bool { IPAddressRange.local.contains { $0.contains(address) } }
}

extension RequestHeaders {
    fileprivate var clientAddressField: String? {
        if forwardedFor != nil { return "X-Forwarded-For" }
        if forwarded != nil { return "Forwarded" }
        return realIP == nil ? nil : "X-Real-IP"
    }
}
