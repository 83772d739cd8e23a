// Which addresses of other services are not connected, and why: for whoever asks whether they are ready.

public import MessageBus
import Synchronization

/// Why addresses of other services are not connected, as the bus told it last.
public final class PeerAbsences: Sendable {
    private let reasons = Mutex<[Endpoint: PeerAbsence]>([:])

    /// Knows of none.
    public init() {}

    /// Why nobody is connected at an address; nil when somebody is, or when nobody has tried.
    public func reason(at endpoint: Endpoint) -> PeerAbsence? { reasons.withLock { $0[endpoint] } }

    /// Notes why nobody is connected at an address, or with nil that somebody is.
    public func record(_ reason: PeerAbsence?, at endpoint: Endpoint) { reasons.withLock { $0[endpoint] = reason } }
}
