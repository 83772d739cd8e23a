import Synchronization

/// Records the addresses for the line that announces readiness. A port of 0 in the settings is only known here.
public final class ListeningAddresses: Sendable {
    public enum Purpose: Int, Sendable {
        /// HTTP for clients.
        case http
        /// Health and metrics for the operator.
        case operations
        /// The console for operators, if it has its own address.
        case console
        /// Plain HTTP that only redirects to `http`.
        case redirect
        /// Messages of other services.
        case bus
    }

    private let addresses = Mutex<[Purpose: (reachable: String, bound: String)]>([:])

    public init() {}

    /// Records an address. Call it before `markReady`.
    public func record(_ purpose: Purpose, _ address: String) {
        addresses.withLock { $0[purpose] = (address, address) }
    }

    public func record(_ purpose: Purpose, host: String, port: Int, isSecure: Bool = false) {
        // "Every address" is no target, so calls and links use one that works on this machine.
        let reachable =
            switch host {
            case "0.0.0.0", "*", "": "127.0.0.1"
            case "::": "::1"
            default: host
            }
        func address(_ host: String) -> String {
            "\(isSecure ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
        addresses.withLock { $0[purpose] = (address(reachable), address(host)) }
    }

    /// Returns an address to call from this machine; nil while nothing is served there.
    public func address(_ purpose: Purpose) -> String? { addresses.withLock { $0[purpose]?.reachable } }

    /// Returns the address as it is bound, such as `http://0.0.0.0:8080`; nil while nothing is served there.
    func boundAddress(_ purpose: Purpose) -> String? { addresses.withLock { $0[purpose]?.bound } }
}
