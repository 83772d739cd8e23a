import Models

protocol BroadcastGateway: Sendable {
    /// Returns Apple's id of the channel.
    func create(_ request: CreateBroadcastChannel) async throws(BroadcastFailure) -> String
    func delete(_ channel: BroadcastChannel) async throws(BroadcastFailure)
    /// Apple's ids; nil selects the common app.
    func all(of topic: String?, in environment: PushEnvironment) async throws(BroadcastFailure) -> [String]
    /// Returns Apple's id of the push, if known.
    func send(_ push: RenderedPush, over channel: BroadcastChannel) async throws(BroadcastFailure) -> String?
}

enum BroadcastFailure: Error, Hashable {
    case unconfigured
    case unknownChannel
    case refused(String)
    case unavailable(String)

    var answer: ServiceError {
        switch self {
        case .unconfigured: ServiceError.invalid("this app has no credential of APNs")
        case .unknownChannel: ServiceError(.notFound, "APNs knows no such channel of this app")
        case .refused(let reason): ServiceError.invalid("APNs refuses it: \(reason)")
        case .unavailable(let reason): ServiceError(.unavailable, "APNs cannot do it now: \(reason)", retryAfter: 10)
        }
    }
}

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
