// Whether what a request asks for may still be done.

/// What a process knows of a request that it works on.
public protocol RequestValidity: Sendable {
    /// Until when its caller waits, in nanoseconds of the system's monotonic clock.
    var deadline: UInt64 { get }

    /// Whether its caller waits for it here. Once it may have given up, or have sent the request to another process, this is
    /// false and stays so: what would be done now could undo what was done since.
    var isValid: Bool { get }

    /// Of which act of an operator it is a part: what it writes notes that; nil for any other request.
    var act: ActMark? { get }
}

extension RequestValidity {
    public var act: ActMark? { nil }
}

/// The request that the present task works on.
public enum CurrentRequest {
    /// Nil for what a service does by itself.
    @TaskLocal public static var validity: (any RequestValidity)?
}
