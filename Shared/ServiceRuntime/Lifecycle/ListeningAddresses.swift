import Synchronization

/// Records the addresses for the line that announces readiness. A port of 0 in the settings becomes known here.
public final class ListeningAddresses: Sendable {
    public enum Purpose: Int, Sendable {
        /// The address that serves HTTP to clients.
        case http
        /// The address that serves health and metrics to the operator.
        case operations
        /// The address of the console, if it has its own.
        case console
        /// The address whose plain HTTP only redirects to `http`.
        case redirect
        /// The address for messages of other services.
        case bus
    }

    private let addresses = Mutex<[Purpose: (reachable: String, bound: String)]>([:])

    public init() {}

    /// Records an address. Call this before `markReady`.
    public func record(_ purpose: Purpose, _ address: String) {
        addresses.withLock { $0[purpose] = (address, address) }
    }

    public func record(_ purpose: Purpose, host: String, port: Int, isSecure: Bool = false) {
        // "Every address" is no target, so calls and links use an address that works on this machine.
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

    /// Returns an address that this machine can call; nil while nothing is served there.
    public func address(_ purpose: Purpose) -> String? { addresses.withLock { $0[purpose]?.reachable } }

    /// Returns the address as it is bound, such as `http://0.0.0.0:8080`; nil while nothing is served there.
    func boundAddress(_ purpose: Purpose) -> String? { addresses.withLock { $0[purpose]?.bound } }
}
