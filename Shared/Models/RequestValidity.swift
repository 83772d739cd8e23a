/// Whether a request still matters to its caller. A write for a request that is no longer valid is dropped.
public protocol RequestValidity: Sendable {
    /// When the caller's wait ends, in nanoseconds of the system's monotonic clock.
    var deadline: UInt64 { get }

    /// Whether the result still matters. It stays false once the caller may have given up or sent the request to
    /// another process: later work could undo newer changes.
    var isValid: Bool { get }

    /// The operator's act that the request belongs to, which its writes record; nil if it belongs to no act.
    var act: ActMark? { get }
}

extension RequestValidity {
    public var act: ActMark? { nil }
}

/// The request that the current task works on. The bus sets it for each handler.
public enum CurrentRequest {
    /// The validity of the current request; nil for a service's own work.
    @TaskLocal public static var validity: (any RequestValidity)?
}
