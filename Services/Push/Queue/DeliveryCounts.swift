import Models

extension DeliveryCounts {
    static let empty = DeliveryCounts(
        accepted: 0, sent: 0, suppressed: 0, deferred: 0, failed: 0, expired: 0, pending: 0)

    var isBalanced: Bool { accepted == sent + suppressed + deferred + failed + expired + pending }

    mutating func accept(_ count: Int = 1, as state: DeliveryState = .pending) {
        accepted += count
        add(count, to: state)
    }

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

    /// - Parameter wasDeferred: Until the end of quiet hours.
    mutating func move(
        _ notification: Int64, from former: DeliveryState, to state: DeliveryState, wasDeferred: Bool = false
    ) {
        guard former != state else { return }
        changes[notification, default: .empty].move(from: former, to: state, wasDeferred: wasDeferred)
    }

    mutating func accept(_ notification: Int64, _ count: Int) {
        changes[notification, default: .empty].accept(count)
    }
}

extension DeliveryState {
    var isOpen: Bool { self == .pending || self == .deferred }
}
