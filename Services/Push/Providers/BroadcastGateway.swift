// The way to the channels of APNs.

import Models

/// Makes channels, deletes them, and sends over them.
protocol BroadcastGateway: Sendable {
    /// Gives what Apple calls the channel.
    func create(_ request: CreateBroadcastChannel) async throws(BroadcastFailure) -> String
    func delete(_ channel: BroadcastChannel) async throws(BroadcastFailure)
    /// Gives what Apple calls the channels of an app; nil for the configured one.
    func all(of topic: String?, in environment: PushEnvironment) async throws(BroadcastFailure) -> [String]
    /// Gives what Apple calls the push, where it says so.
    func send(_ push: RenderedPush, over channel: BroadcastChannel) async throws(BroadcastFailure) -> String?
}

/// Why Apple did not do it.
enum BroadcastFailure: Error, Hashable {
    /// There is no credential for the app.
    case unconfigured
    /// Apple does not know the channel.
    case unknownChannel
    /// Apple says why.
    case refused(String)
    /// Apple is not reached, or not well.
    case unavailable(String)

    /// What the client is told.
    var answer: ServiceError {
        switch self {
        case .unconfigured: ServiceError(.invalidRequest, "this app has no credential of APNs")
        case .unknownChannel: ServiceError(.notFound, "APNs knows no such channel of this app")
        case .refused(let reason): ServiceError(.invalidRequest, "APNs refuses it: \(reason)")
        case .unavailable(let reason): ServiceError(.unavailable, "APNs cannot do it now: \(reason)", retryAfter: 10)
        }
    }
}

/// Stands where APNs is not configured.
struct UnconfiguredBroadcasts: BroadcastGateway {
    func create(_ request: CreateBroadcastChannel) async throws(BroadcastFailure) -> String { throw .unconfigured }
    func delete(_ channel: BroadcastChannel) async throws(BroadcastFailure) { throw .unconfigured }
    func all(of topic: String?, in environment: PushEnvironment) async throws(BroadcastFailure) -> [String] {
        throw .unconfigured
    }
    func send(_ push: RenderedPush, over channel: BroadcastChannel) async throws(BroadcastFailure) -> String? {
        throw .unconfigured
    }
}
