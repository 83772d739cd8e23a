// Why the rules of a service refuse a request, with the error that this becomes.

/// Why the rules of a service refuse what it is asked.
public protocol ServiceRefusal: Error {
    /// What the sender of the request is told.
    var answer: ServiceError { get }
}

extension Never: ServiceRefusal {
    public var answer: ServiceError { switch self {} }
}
