public import MessageBus
import Synchronization

/// Why addresses of other services are not connected, from the bus's events.
public final class PeerAbsences: Sendable {
    private let reasons = Mutex<[Endpoint: PeerAbsence]>([:])

    public init() {}

    /// Nil if it is connected, or was never tried.
    public func reason(at endpoint: Endpoint) -> PeerAbsence? { reasons.withLock { $0[endpoint] } }

    /// Nil means connected.
    public func record(_ reason: PeerAbsence?, at endpoint: Endpoint) { reasons.withLock { $0[endpoint] = reason } }
}
