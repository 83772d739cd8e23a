import Logging
import Models
import ServiceRuntime
import Synchronization

/// Warns if an untrusted proxy names its clients, because they then share one address. Only peers in local networks are
/// reported; any other is a client that sends what it likes. One warning per network and hour and at most one a minute, so
/// that no client can fill the log. The log names networks, never addresses.
final class UntrustedProxyLog: Sendable {
    static let networkPause: Int64 = 3600
    /// In seconds.
    static let pause: Int64 = 60
    static let capacity = 64

    private struct State {
        var quietUntil: UnixTime?
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
            // Removed first, so that the network becomes the newest entry.
            state.networks.remove(network)
            state.quietUntil = now.adding(seconds: UntrustedProxyLog.pause)
            state.networks.insert(now.adding(seconds: UntrustedProxyLog.networkPause), for: network)
            return true
        }
        guard isTold else { return }
        logger.warning(
            """
            requests come with \(field) from an address that is not a trusted proxy, so the field is ignored and all of \
            them count as one client; if it is your proxy, add it to BALISE_HTTP_TRUSTED_PROXIES
            """,
            metadata: ["network": "\(network)"])
    }

    private func isLocal(_ peer: String) -> Bool { UntrustedProxyLog.localNetworks.contains { $0.contains(peer) } }

    /// Loopback, private and link-local networks (RFC 1918, RFC 3927, RFC 4193, RFC 6598, RFC 4291).
    private static let localNetworks = [
        "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "::1",
        "fc00::/7", "fe80::/10",
    ].compactMap { IPAddressRange($0) }
}

extension RequestHeaders {
    fileprivate var clientAddressField: String? {
        if forwardedFor != nil { return "X-Forwarded-For" }
        if forwarded != nil { return "Forwarded" }
        return realIP == nil ? nil : "X-Real-IP"
    }
}
