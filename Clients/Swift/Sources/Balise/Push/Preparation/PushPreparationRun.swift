// One notification while it is prepared.

import Foundation

/// A notification that is being prepared. Whoever ends it first has it delivered: the work, the time limit, or the system.
public final class PushPreparationRun: @unchecked Sendable {
    // Sendable because the lock guards all that changes. An actor would not do: the system wants the notification before
    // its call returns.
    private let lock = NSLock()
    private var changes = PushChanges()
    private var deliver: (@Sendable (PushChanges) -> Void)?
    private var tasks: [Task<Void, Never>] = []

    init(_ deliver: @escaping @Sendable (PushChanges) -> Void) { self.deliver = deliver }

    /// Delivers the notification with what there is by now; does nothing when that has been done. For
    /// `serviceExtensionTimeWillExpire()`.
    public func finish() {
        let (deliver, changes, tasks) = lock.withLock {
            defer {
                self.deliver = nil
                self.tasks = []
            }
            return (self.deliver, self.changes, self.tasks)
        }
        for task in tasks { task.cancel() }
        deliver?(changes)
    }

    /// Changes what is delivered.
    ///
    /// - Returns: Whether it still is; false when it was before.
    @discardableResult
    func change(_ change: (inout PushChanges) -> Void) -> Bool {
        lock.withLock {
            guard deliver != nil else { return false }
            change(&changes)
            return true
        }
    }

    /// Cancels a task of the work when the notification is delivered.
    func hold(_ task: Task<Void, Never>) {
        let isOver = lock.withLock {
            if deliver != nil { tasks.append(task) }
            return deliver == nil
        }
        if isOver { task.cancel() }
    }
}
