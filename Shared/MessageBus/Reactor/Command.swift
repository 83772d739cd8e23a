/// Work for the reactor's thread.
enum Command: Sendable {
    /// A part of a task that prefers the reactor as its executor.
    case job(UnownedJob)
    case send(Route, OutgoingRequest)
    /// The sender of a request no longer wants the answer.
    case cancel(Route, UInt64)
    /// Rare work.
    case perform(@Sendable () -> Void)
}
