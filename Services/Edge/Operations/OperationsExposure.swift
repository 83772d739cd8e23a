import Foundation
import Models

/// Whether the operations port listens on the Internet. Firewalls and containers are not visible here.
enum OperationsExposure {
    /// - Parameters:
    ///   - host: The setting `operations.host`.
    ///   - addresses: The addresses of this machine.
    static func finding(host: String, addresses: [String]) -> HealthFinding {
        if host == "localhost" { return .ok("the operations port listens on this machine only") }
        let isEvery = ["0.0.0.0", "::", "*", ""].contains(host)
        let listening = isEvery ? addresses : [host.trimmingCharacters(in: ["[", "]"])]
        let open = listening.filter { !UntrustedProxyLog.isLocal($0) }
        guard let first = open.first else {
            return .ok("the operations port listens on \(isEvery ? "private addresses" : host)")
        }
        return .warning(
            "the operations port listens on \(first), which may be reached from elsewhere",
            "set operations.host to 127.0.0.1 or a private address, or close the port in the firewall")
    }

    /// The addresses of the network interfaces.
    static func addresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [String] = []
        var next = list
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard let address = interface.ifa_addr else { continue }
            let size: Int
            switch Int32(address.pointee.sa_family) {
            case AF_INET: size = MemoryLayout<sockaddr_in>.size
            case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
            default: continue
            }
            var text = [CChar](repeating: 0, count: 1025)
            let length = socklen_t(text.count)
            guard getnameinfo(address, socklen_t(size), &text, length, nil, 0, NI_NUMERICHOST) == 0 else { continue }
            // The zone of a link-local address is left out.
            let bytes = text.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: "%")) }.map { UInt8(bitPattern: $0) }
            addresses.append(String(decoding: bytes, as: UTF8.self))
        }
        return addresses
    }
}
