// Where the services of a program turned out to listen.

import Synchronization

/// Where the services of a program turned out to listen, for the line that says it is ready. A port of 0 in the
/// settings is known only here.
public final class ListeningAddresses: Sendable {
    /// What is served at an address.
    public enum Purpose: Int, Sendable {
        /// HTTP for clients.
        case http
        /// Health and metrics for the operator.
        case operations
        /// The console for operators, where it has an address of its own.
        case console
        /// Messages of other services.
        case bus
    }

    private let addresses = Mutex<[Purpose: String]>([:])

    public init() {}

    /// Notes that `purpose` is served at `address`, for example `http://127.0.0.1:8080`. Call it before `markReady`.
    public func record(_ purpose: Purpose, _ address: String) {
        addresses.withLock { $0[purpose] = address }
    }

    /// Notes that HTTP is served at `host` and `port`.
    public func record(_ purpose: Purpose, host: String, port: Int) {
        // Nobody can connect to "every address", so show one that works here.
        let reachable =
            switch host {
            case "0.0.0.0", "*", "": "127.0.0.1"
            case "::": "[::1]"
            default: host.contains(":") ? "[\(host)]" : host
            }
        record(purpose, "http://\(reachable):\(port)")
    }

    /// Where `purpose` is served; nil while it is not.
    public func address(_ purpose: Purpose) -> String? { addresses.withLock { $0[purpose] } }
}
