import Synchronization

/// Only a push that has left may have arrived when no answer is received.
final class ObservedSendCheck: SendCheck {
    private let check: (any SendCheck)?
    private let flag = Atomic(false)

    init(_ check: (any SendCheck)?) { self.check = check }

    var hasBegun: Bool { flag.load(ordering: .acquiring) }
    var isCurrent: Bool { check?.isCurrent ?? true }

    func begin() -> Bool {
        guard check?.begin() ?? true else { return false }
        flag.store(true, ordering: .releasing)
        return true
    }
}
