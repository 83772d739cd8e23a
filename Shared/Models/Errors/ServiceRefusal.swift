/// A violated rule of a service, and the error for it.
public protocol ServiceRefusal: Error {
    /// The error for the sender of the request.
    var answer: ServiceError { get }
}

extension Never: ServiceRefusal {
    public var answer: ServiceError { switch self {} }
}
