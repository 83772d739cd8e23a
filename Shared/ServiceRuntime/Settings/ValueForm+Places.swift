public import Foundation
public import MessageBus
import Models

extension ValueForm where Value == Duration {
    /// A time span with its unit (ms, s, m, h or d), within `range`.
    public static func span(_ range: ClosedRange<Duration>) -> ValueForm {
        .single(
            "duration",
            allowed: "\(SharedForm.duration.rawValue), from \(shown(range.lowerBound)) to \(shown(range.upperBound))",
            read: { (text) throws(InvalidValue) in
                let (digits, unit) = splitUnit(text)
                guard let number = Int(digits) else { throw InvalidValue("is not a duration") }
                // The limit prevents an overflow in the arithmetic below.
                guard number < 1_000_000_000_000 else { throw InvalidValue("is too long") }
                let value: Duration
                switch unit {
                case "ms": value = .milliseconds(number)
                case "s": value = .seconds(number)
                case "m": value = .seconds(number * 60)
                case "h": value = .seconds(number * 3600)
                case "d": value = .seconds(number * 86_400)
                case "": throw InvalidValue("has no unit")
                default: throw InvalidValue("has an unknown unit")
                }
                guard value >= range.lowerBound else { throw InvalidValue("is too short") }
                guard value <= range.upperBound else { throw InvalidValue("is too long") }
                return value
            }, write: shown)
    }

    @Sendable private static func shown(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds != 0 { return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms" }
        if seconds > 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
        if seconds > 0, seconds % 60 == 0 { return "\(seconds / 60)m" }
        return "\(seconds)s"
    }
}

extension ValueForm where Value == URL {
    /// A path of a folder or file, relative to the program's working folder. The value is made absolute.
    public static func path(_ what: String) -> ValueForm {
        .single(
            what, allowed: "the path of a \(what)",
            read: { (text) throws(InvalidValue) in
                guard !text.utf8.contains(0) else { throw InvalidValue("is not a path") }
                return URL(fileURLWithPath: text).standardizedFileURL
            }, write: { $0.path })
    }

    /// The address of an HTTP server.
    public static func webAddress(_ example: String) -> ValueForm {
        .single(
            "address", allowed: "an address such as \(example)",
            read: { (text) throws(InvalidValue) in
                guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
                    ["http", "https"].contains(scheme), let host = url.host, !host.isEmpty, url.hasPossiblePort
                else { throw InvalidValue("is not an address that can be called over HTTP") }
                return url
            }, write: { $0.absoluteString })
    }

    /// An address for data that others must neither read nor change, such as secrets, keys and messages to users.
    public static func safeAddress(_ example: String) -> ValueForm {
        let plain = webAddress(example)
        return ValueForm(
            type: plain.type, allowed: plain.allowed,
            read: { (pieces) throws(InvalidValue) in
                let url = try plain.read(pieces)
                guard url.isSafeFromOthers else {
                    throw InvalidValue(
                        "is not encrypted, so attackers on the network could read and change the data; use https")
                }
                return url
            }, write: plain.write)
    }
}

extension URL {
    /// Whether others cannot read the connection: it uses TLS, stays here, or leads to a container's dotless name.
    package var isSafeFromOthers: Bool {
        guard scheme?.lowercased() != "https" else { return true }
        let host = (host ?? "").trimmingCharacters(in: ["[", "]"])
        let isAddressHere = ["127.0.0.0/8", "::1"].contains { IPAddressRange($0)?.contains(host) ?? false }
        // A text that begins with a digit may be an IP address written as one number, without a dot.
        let isNameOfOwnNetwork = host.first?.isLetter == true && !host.contains { ".:".contains($0) }
        return isAddressHere || isNameOfOwnNetwork
    }
}

extension ValueForm where Value == Endpoint {
    /// An address to listen at, such as `ipc:///run/location.sock` or `tcp://host:7404`.
    public static let endpoint = ValueForm.single(
        "endpoint", allowed: "ipc:///path/to/a.sock or tcp://host:port",
        read: { (text) throws(InvalidValue) in
            switch readEndpoint(text) {
            case .success(let endpoint) where endpoint.address.contains("://"):
                throw InvalidValue("names several endpoints, but the service listens at one")
            case .success(let endpoint): return endpoint
            case .failure(let problem): throw InvalidValue(problem.text)
            }
        }, write: { $0.text })
}

extension ValueForm where Value == [Endpoint] {
    /// The addresses of a service's replicas: one or several, separated by commas, of any kind, each once.
    public static let endpoints = ValueForm(
        type: "endpoints", allowed: "ipc:///path/to/a.sock or tcp://host:port, or several of them with commas",
        read: { (pieces) throws(InvalidValue) in
            let texts = pieces.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard texts.contains(where: { !$0.isEmpty }) else { throw InvalidValue("is empty") }
            var endpoints: [Endpoint] = []
            for (index, text) in texts.enumerated() {
                guard !text.isEmpty else { throw InvalidValue("has an empty entry at place \(index + 1) of its list") }
                switch readEndpoint(text) {
                case .success(let endpoint) where endpoints.contains(endpoint):
                    throw InvalidValue("names \(text) twice; each replica needs its own address")
                case .success(let endpoint): endpoints.append(endpoint)
                case .failure(let problem):
                    throw InvalidValue(texts.count > 1 ? "holds \(text), which \(problem.text)" : problem.text)
                }
            }
            return endpoints
        }, write: { $0.map(\.text).joined(separator: ",") })
}

/// Why a text is not the address of a service in another process, as the end of a sentence.
private struct EndpointProblem: Error {
    let text: String
}

private func readEndpoint(_ text: String) -> Result<Endpoint, EndpointProblem> {
    do throws(EndpointError) {
        let endpoint = try Endpoint(text)
        guard endpoint.transport != .inproc else {
            return .failure(EndpointProblem(text: "cannot reach another process"))
        }
        return .success(endpoint)
    } catch {
        return .failure(EndpointProblem(text: "is no endpoint, since \(error.reason.rawValue)"))
    }
}

extension ValueForm where Value == [IPAddressRange] {
    public static let addressRanges = ValueForm.list("addresses", of: "an address or a range such as 10.0.0.0/8") {
        IPAddressRange($0)
    } write: {
        $0.description
    }
}

extension ValueForm where Value == [String] {
    /// Origins as a browser or a web view sends them: scheme, host and port, also such as `capacitor://localhost`.
    public static let origins = ValueForm.list(
        "origins", of: "an origin such as https://example.com or capacitor://localhost"
    ) {
        isOrigin($0) ? $0 : nil
    }

    /// Pages of these schemes send `null` as their origin.
    private static let schemesWithoutOrigin = ["file", "data", "blob"]

    private static func isOrigin(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme,
            !schemesWithoutOrigin.contains(scheme),
            let host = parts.host, !host.isEmpty, parts.path.isEmpty, parts.query == nil, parts.fragment == nil,
            parts.user == nil
        else { return false }
        return true
    }

    /// Words such as names and ids, without spaces.
    /// - Parameter word: The description of one word, with an example: `a kind such as orders`.
    public static func words(_ word: String) -> ValueForm {
        list("words", of: word) { text in text.isEmpty || text.contains(where: \.isWhitespace) ? nil : text }
    }

    public static func list(
        _ type: String, of element: String, read: @escaping @Sendable (String) -> String?
    ) -> ValueForm {
        list(type, of: element, read: read, write: { $0 })
    }
}

extension ValueForm {
    /// A list, written with commas or as a YAML sequence. The word `none` means the empty list.
    public static func list<Element: Sendable>(
        _ type: String, of element: String, read: @escaping @Sendable (String) -> Element?,
        write: @escaping @Sendable (Element) -> String
    ) -> ValueForm where Value == [Element] {
        ValueForm(
            type: type, allowed: "\(SharedForm.list.rawValue), each \(element)",
            read: { (pieces) throws(InvalidValue) in
                let texts = pieces.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                if texts.isEmpty || texts == ["none"] { return [] }
                var elements: [Element] = []
                for text in texts {
                    guard let value = read(text) else {
                        throw InvalidValue("holds \"\(text)\", which is not \(element)")
                    }
                    elements.append(value)
                }
                return elements
            }, write: { $0.isEmpty ? "none" : $0.map(write).joined(separator: ",") })
    }
}

/// An IP address or a range in CIDR notation: `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`.
public struct IPAddressRange: Hashable, Sendable {
    private let base: [UInt8]
    /// The number of leading bits that addresses in the range share.
    private let prefixLength: Int
    private let text: String

    /// Loopback, private and link-local networks (RFC 1918, RFC 3927, RFC 4193, RFC 6598, RFC 4291).
    public static let local = [
        "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "::1",
        "fc00::/7", "fe80::/10",
    ].compactMap { IPAddressRange($0) }

    /// Reads an address or a range; nil for an invalid address, or a prefix longer than the address.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let base = ClientNetwork.addressBytes(String(first)) else { return nil }
        var prefixLength = base.count * 8
        if parts.count == 2 {
            guard parts[1].allSatisfy(\.isNumber), let length = Int(parts[1]), length <= prefixLength else {
                return nil
            }
            prefixLength = length
        }
        (self.base, self.prefixLength, self.text) = (base, prefixLength, text)
    }

    /// Whether `address` (without port or brackets) is in the range. IPv4-mapped (`::ffff:10.0.0.1`) counts as IPv4.
    public func contains(_ address: String) -> Bool {
        guard let bytes = ClientNetwork.addressBytes(address), bytes.count == base.count else { return false }
        let wholeBytes = prefixLength / 8
        guard bytes.prefix(wholeBytes) == base.prefix(wholeBytes) else { return false }
        let remainder = prefixLength % 8
        guard remainder > 0 else { return true }
        let mask = ~(UInt8.max >> UInt8(remainder))
        return bytes[wholeBytes] & mask == base[wholeBytes] & mask
    }
}

extension IPAddressRange: CustomStringConvertible {
    public var description: String { text }
}
