// The time that a handler's own requests have.

/// Until when the caller of the handler that runs now waits.
enum HandlerDeadline {
    /// Nil outside of handlers.
    @TaskLocal static var current: MonotonicTime?
}
