import Crypto
import Foundation
import Models

extension DeliveryCounts {
    static let empty = DeliveryCounts(
        accepted: 0, sent: 0, suppressed: 0, deferred: 0, failed: 0, expired: 0, pending: 0)

    mutating func move(from former: DeliveryState, to state: DeliveryState, wasDeferred: Bool) {
        add(-1, to: former)
        add(1, to: state)
        if wasDeferred, state == .sent { sentLater += 1 }
    }

    private mutating func add(_ count: Int, to state: DeliveryState) {
        switch state {
        case .pending: pending += count
        case .sent: sent += count
        case .suppressed: suppressed += count
        case .deferred: deferred += count
        case .failed: failed += count
        case .expired: expired += count
        }
    }
}

struct DeliveryCountChanges {
    private(set) var changes: [Int64: DeliveryCounts] = [:]

    /// Moves the delivery to another state.
    /// - Parameter wasDeferred: Whether the delivery waited for the end of quiet hours.
    mutating func move(
        _ notification: Int64, from former: DeliveryState, to state: DeliveryState, wasDeferred: Bool = false
    ) {
        guard former != state else { return }
        changes[notification, default: .empty].move(from: former, to: state, wasDeferred: wasDeferred)
    }

    mutating func accept(_ notification: Int64, _ count: Int) {
        changes[notification, default: .empty].accepted += count
        changes[notification, default: .empty].pending += count
    }
}

extension DeliveryState {
    var isOpen: Bool { self == .pending || self == .deferred }
}

/// A provider's queue. Each channel has its own queue, so that one provider's outage does not hold up the others.
enum DeliveryChannel: Int, CaseIterable, Sendable {
    case apnsProduction = 0
    case apnsSandbox = 1
    case fcm = 2

    init(_ provider: PushProvider, _ environment: PushEnvironment) {
        switch (provider, environment) {
        case (.fcm, _): self = .fcm
        case (_, .sandbox): self = .apnsSandbox
        default: self = .apnsProduction
        }
    }

    var provider: PushProvider { self == .fcm ? .fcm : .apns }

    /// The name for operators.
    var title: String {
        switch self {
        case .apnsProduction: "Apple (production)"
        case .apnsSandbox: "Apple (sandbox)"
        case .fcm: "Google"
        }
    }
}

struct DeliveryEnd: Hashable, Sendable {
    /// The reason of a push without an answer. It counts as sent because it may have arrived.
    static let unconfirmed = "unconfirmed"

    var state: DeliveryState
    var reason: String?

    /// Returns the end that the counts contain. A push that may have arrived counts as sent, unless its provider
    /// refused it. `isGivenUp`: the attempts ran out without a refusal.
    func counted(isUnconfirmed: Bool, isGivenUp: Bool = false) -> DeliveryEnd {
        guard isUnconfirmed, state == .suppressed || state == .expired || (state == .failed && isGivenUp) else {
            return self
        }
        return DeliveryEnd(state: .sent, reason: DeliveryEnd.unconfirmed)
    }
}

/// Derives the ids of deliveries. They are the same after a restart, and cannot be guessed without the notification's
/// key. They need no randomness and no storage.
struct DeliveryIDs {
    let key: [UInt8]

    /// Returns an id in the form of a random UUID (RFC 9562, section 5.4).
    func id(of number: Int64) -> UUID {
        var hash = SHA256()
        hash.update(data: key)
        withUnsafeBytes(of: number.littleEndian) { hash.update(bufferPointer: $0) }
        return hash.finalize()
            .withUnsafeBytes { digest in
                var bytes = digest.loadUnaligned(as: uuid_t.self)
                bytes.6 = bytes.6 & 0x0f | 0x40
                bytes.8 = bytes.8 & 0x3f | 0x80
                return UUID(uuid: bytes)
            }
    }
}

/// A delivery's role in a digest. The raw value is stored.
enum Gathering: String, Sendable {
    /// The delivery waits for the end of quiet hours, and is sent with others of its push device.
    case held
    /// A digest is sent instead of the delivery.
    case gathered
    case digest
}

/// The reason why a delivery was not sent. The raw value is stored and shown to publishers.
enum SuppressionReason: String, Sendable, CaseIterable {
    case cancelled
    case moved
    case removed
    /// The provider reported the token as dead.
    case unreachable
    case sessionEnded = "session-ended"
    case silent
    case muted
    case switchedOff = "switched-off"
    case categoryNotPreferred = "category-not-preferred"
    case accountClosed = "account-closed"
    /// The user erased the position or withdrew the permission, or the position was too old.
    case noPosition = "no-position"
    /// The user or the push device no longer matches.
    case notInAudience = "not-in-audience"
    /// The user has reached the operator's limit for this kind.
    case capped
}
