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

    private let addresses = Mutex<[Purpose: String]>([:])

    public init() {}

    /// Records an address. Call it before `markReady`.
    public func record(_ purpose: Purpose, _ address: String) { addresses.withLock { $0[purpose] = address } }

    public func record(_ purpose: Purpose, host: String, port: Int, isSecure: Bool = false) {
        // "Every address" is no target, so the line has one that works on this machine.
        let reachable =
            switch host {
            case "0.0.0.0", "*", "": "127.0.0.1"
            case "::": "[::1]"
            default: host.contains(":") ? "[\(host)]" : host
            }
        record(purpose, "\(isSecure ? "https" : "http")://\(reachable):\(port)")
    }

    /// Returns the address; nil while nothing is served there.
    public func address(_ purpose: Purpose) -> String? { addresses.withLock { $0[purpose] } }
}
