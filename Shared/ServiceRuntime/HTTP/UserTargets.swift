public import Foundation
public import Models
import NIOCore
import Synchronization

/// Keeps requests to addresses that users choose out of the networks of the server, unless its operator allows them.
/// https to public addresses is always allowed, and http to them never.
public struct UserTargets: Sendable {
    private let allowsLocal: Bool
    private let resolve: @Sendable (_ host: String, _ port: Int) async throws -> String
    /// The lookups of each account. A lookup counts until it ends, because it uses a thread even after its caller has left.
    private let underway = AccountTasks(maximum: 4)

    /// Makes the rules.
    /// - Parameters:
    ///   - allowsLocal: Whether users may choose this machine and private networks, also by http.
    ///   - resolve: Returns the IP address of a host.
    public init(
        allowsLocal: Bool,
        resolve: @escaping @Sendable (_ host: String, _ port: Int) async throws -> String = UserTargets.resolved
    ) {
        self.allowsLocal = allowsLocal
        self.resolve = resolve
    }

    /// Reads an address. Throws if its text shows a refused target; `pin` checks the IP address to which it leads.
    public func check(_ text: String) throws(ServiceError) -> URL {
        guard let url = Webhook.address(text, allowsHTTP: { _ in allowsLocal }) else {
            throw ServiceError(
                .invalidRequest,
                allowsLocal
                    ? "the address must begin with https:// or http://, have at most 2048 bytes, a plain host, no password and "
                        + "no control characters"
                    : "the address must begin with https://, have at most 2048 bytes, a plain host, no password and no "
                        + "control characters; an operator can allow http in private networks with forwarders.localTargets",
                field: "url")
        }
        if !allowsLocal, let host = url.host, UserTargets.isLocal(UserTargets.bare(host)) {
            throw ServiceError(.invalidRequest, UserTargets.refusal, field: "url")
        }
        return url
    }

    /// Resolves the host and checks its IP address. The request must then use this very IP address: a second resolution
    /// could lead elsewhere.
    /// - Parameters:
    ///   - account: The account that has chosen the address.
    ///   - limit: The longest wait for the resolver.
    /// - Returns: The host with its IP address, for the parameter `pinned` of `WebClient`.
    public func pin(
        _ url: URL, for account: AccountID, within limit: Duration
    ) async throws(WebClient.Failure) -> [String: String] {
        guard let host = url.host, url.hasPossiblePort else {
            throw WebClient.Failure(description: "its address cannot be read")
        }
        guard underway.begin(account) else {
            throw WebClient.Failure(description: "the names of other hosts of this user are still being resolved")
        }
        guard let address = await lookUp(UserTargets.bare(host), url.port ?? 443, for: account, within: limit) else {
            throw WebClient.Failure(description: "the name of its host cannot be resolved")
        }
        let isLocal = ClientNetwork.addressBytes(address) == nil || UserTargets.isLocal(address)
        if isLocal, !allowsLocal { throw WebClient.Failure(description: UserTargets.refusal) }
        if !isLocal, url.scheme != "https" {
            throw WebClient.Failure(description: "outside of private networks, its address needs https")
        }
        return [UserTargets.bare(host): address]
    }

    /// Returns the IP address of a host; nil after a failure. After `limit` it no longer waits, because a system call
    /// cannot be cancelled. The lookup is `underway` until the call ends.
    private func lookUp(
        _ host: String, _ port: Int, for account: AccountID, within limit: Duration
    ) async -> String? {
        let (answers, answer) = AsyncStream.makeStream(of: String?.self)
        let lookup = Task { [resolve, underway] in
            let address = try? await resolve(host, port)
            underway.end(account)
            answer.yield(address)
        }
        let alarm = Task {
            try? await Task.sleep(for: limit)
            answer.yield(nil)
        }
        defer {
            lookup.cancel()
            alarm.cancel()
        }
        var iterator = answers.makeAsyncIterator()
        return await iterator.next() ?? nil
    }

    private static let refusal =
        "the address leads into a network of the server; an operator can allow that with forwarders.localTargets"

    private static func bare(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Whether an address is not public. An IPv4-mapped address counts as its IPv4 address.
    private static func isLocal(_ address: String) -> Bool {
        IPAddressRange.local.contains { $0.contains(address) } || special.contains { $0.contains(address) }
    }

    /// Networks that are neither private nor public (RFC 6890): this network, protocol assignments, benchmarks,
    /// multicast, reserved networks, and IPv6 networks that contain IPv4 addresses.
    private static let special = [
        "0.0.0.0/8", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "224.0.0.0/3", "::/96",
        "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10", "ff00::/8",
    ].compactMap { IPAddressRange($0) }

    /// Asks the system's resolver.
    public static func resolved(_ host: String, _ port: Int) async throws -> String {
        try await lookups.run {
            let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
            guard let text = address.ipAddress else { throw WebClient.Failure(description: "no IP address") }
            return text
        }
    }

    private static let lookups = BlockingLookups(maximum: 64)
}

/// Runs system calls that block, each on a thread of its own. The threads of Dispatch serve all tasks of the program,
/// so slow names would stop it.
final class BlockingLookups: Sendable {
    private let maximum: Int
    private let running = Mutex(0)

    init(maximum: Int) { self.maximum = maximum }

    /// Throws at once while `maximum` calls run.
    func run(_ call: @escaping @Sendable () throws -> String) async throws -> String {
        let isFree = running.withLock { running -> Bool in
            guard running < maximum else { return false }
            running += 1
            return true
        }
        guard isFree else { throw WebClient.Failure(description: "too many names are being resolved") }
        return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
            Thread.detachNewThread {
                let result = Result { () throws -> String in try call() }
                self.running.withLock { $0 -= 1 }
                continuation.resume(with: result)
            }
        }
    }
}
