import Foundation

/// A notification that is being prepared. The first of three delivers it: the work, the time limit, or the system.
public final class PushPreparationRun: @unchecked Sendable {
    // Sendable: the lock guards all state. Not an actor: the system wants the notification before its call returns.
    private let lock = NSLock()
    private var changes = PushChanges()
    private var deliver: (@Sendable (PushChanges) -> Void)?
    private var tasks: [Task<Void, Never>] = []

    init(_ deliver: @escaping @Sendable (PushChanges) -> Void) { self.deliver = deliver }

    /// Delivers the notification as far as it is prepared. Call it in `serviceExtensionTimeWillExpire()`.
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

    /// Changes the notification to deliver.
    /// - Returns: False if it was delivered already.
    @discardableResult
    func change(_ change: (inout PushChanges) -> Void) -> Bool {
        lock.withLock {
            guard deliver != nil else { return false }
            change(&changes)
            return true
        }
    }

    /// Cancels the task when the notification is delivered.
    func hold(_ task: Task<Void, Never>) {
        let isOver = lock.withLock {
            if deliver != nil { tasks.append(task) }
            return deliver == nil
        }
        if isOver { task.cancel() }
    }
}
