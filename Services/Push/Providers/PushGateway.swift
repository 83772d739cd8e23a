import Foundation
import Models

struct OutgoingPush: Sendable {
    /// The id of the push, the same for each attempt: APNs shows two pushes with one id only once.
    var id: UUID
    var provider: PushProvider
    var token: SecretText
    var environment: PushEnvironment
    /// Whether the environment is only assumed, so that the other environment is worth an attempt.
    var isEnvironmentAssumed = false
    var purpose = PushPurpose.alert
    /// The push type; nil for the default of the purpose.
    var pushType: NotificationPushType?
    /// The app's bundle id; nil for the common app.
    var topic: String?
    var payload: Data
    /// The members for Android through FCM, without `ttl`; nil if the gateway makes them.
    var android: Data?
    /// The time after which neither Balise nor the provider may deliver. Nil: the provider delivers at once or never.
    var expiresAt: UnixTime?
    var priority = NotificationPriority.immediate
    /// The collapse id, at most 64 bytes. The push device shows only the last of several pushes with the same id.
    var collapseID: String?
    /// The check before the push leaves, when a slot at the provider is free. Nil if the push may always leave.
    var check: (any SendCheck)?

    var usedPushType: NotificationPushType { pushType ?? NotificationPushType(purpose) }

    func refusal(at now: UnixTime) -> DeliveryOutcome? {
        if let expiresAt, expiresAt <= now { return .expired }
        let (size, largest) = (payload.count + (android?.count ?? 0), usedPushType.largestPayload)
        if size > largest {
            return .failed(reason: "PayloadTooLarge: \(size) bytes, \(largest) are allowed", alarm: true)
        }
        if payload.isEmpty { return .failed(reason: "PayloadEmpty", alarm: true) }
        if let collapseID, !(1...PayloadRules.maximumCollapseIDLength).contains(collapseID.utf8.count) {
            return .failed(
                reason:
                    "BadCollapseId: \(collapseID.utf8.count) bytes, 1 to \(PayloadRules.maximumCollapseIDLength) are allowed",
                alarm: true)
        }
        guard TokenForm.isToken(token.value, of: provider) else {
            // The token becomes part of an address or a document, so it must not contain other characters.
            return .removeToken(reason: "not a token of \(provider.rawValue)", ifRegisteredBefore: nil)
        }
        return nil
    }
}

/// Sends pushes to providers. Call it from any thread, with many pushes at a time. It queues pushes for the provider.
protocol PushGateway: Sendable {
    /// Sends a push. This includes steps that are needed at once, such as a new token. The caller makes later attempts.
    func send(_ push: OutgoingPush) async -> DeliveryOutcome

    /// Returns the number of useful concurrent pushes. Further pushes would wait.
    func places(in channel: DeliveryChannel) -> Int

    /// Returns a text for operators about a problem with the credentials; nil while they are valid.
    var note: String? { get }

    var broadcasts: any BroadcastGateway { get }

    /// Closes the gateway. Waiting and later pushes end with `unreachable`.
    func close() async
}

extension PushGateway {
    var note: String? { nil }
    var broadcasts: any BroadcastGateway { UnconfiguredBroadcasts() }
}

struct UnconfiguredGateway: PushGateway {
    let reason: String

    func send(_ push: OutgoingPush) async -> DeliveryOutcome { .stopCredential(reason: reason) }
    func places(in channel: DeliveryChannel) -> Int { 1 }
    func close() async {}
}

extension NotificationPriority {
    /// The value of `apns-priority`.
    var ofAPNs: String {
        switch self {
        case .immediate: "10"
        case .considerate: "5"
        case .low: "1"
        }
    }
}

protocol BroadcastGateway: Sendable {
    func create(_ request: CreateBroadcastChannel) async throws(BroadcastFailure) -> String
    func delete(_ channel: BroadcastChannel) async throws(BroadcastFailure)
    /// Returns Apple's ids of all channels. A nil topic selects the common app.
    func all(of topic: String?, in environment: PushEnvironment) async throws(BroadcastFailure) -> [String]
    /// Sends a broadcast. Returns Apple's id of the push; nil if the answer contains no id.
    func send(_ push: RenderedPush, over channel: BroadcastChannel) async throws(BroadcastFailure) -> String?
}

enum BroadcastFailure: ServiceRefusal, Hashable {
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
