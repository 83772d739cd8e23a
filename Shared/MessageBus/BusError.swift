public import Models

/// Why a request ended without a reply.
public enum BusError: Error, Sendable {
    case refused(ServiceError)
    /// The service is unreachable, or it was lost while it had the request.
    case unavailable(ServiceName)
    /// Too much work is waiting, in this process or at the service. Nothing was done.
    case overloaded
    /// The request's time is over. The handler was asked to stop, but may have done its work.
    case timedOut
    case cancelled
    case closed
    /// The service's permissions do not allow this caller to send this message.
    case notPermitted
    case unknownMessage
    /// The request or its reply has more bytes than the limit.
    case tooLarge(bytes: Int)
    /// The bytes do not have the agreed form. The text names the place of the fault.
    case malformed(String)
    /// A defect in the handler; the service has reported its cause. The text is the type of the error.
    case failed(String)
}

/// Why a bus cannot be set up. The description contains advice.
public enum BusSetupError: Error, Sendable, CustomStringConvertible {
    case addressTaken(Endpoint)
    case pathTooLong(path: String, bytes: Int, limit: Int)
    /// The socket's folder is accessible to other users.
    case folderOpenToOthers(String)
    /// A file or folder of the endpoint cannot be created or used.
    case file(path: String, reason: String)
    case cannotBind(Endpoint, reason: String)
    /// The configuration has CURVE keys, but not this service's secret key.
    case noSecretKey(ServiceName)
    /// The configuration has CURVE keys, but not this service's public key.
    case noPublicKey(ServiceName)
    /// libzmq or the system refused an operation that should always work.
    case system(what: String, reason: String)
    case closed

    public var description: String {
        switch self {
        case .addressTaken(let endpoint):
            "\(endpoint.text) is in use: another process serves there; stop it or configure another address"
        case .pathTooLong(let path, let bytes, let limit):
            "the socket path \(path) has \(bytes) bytes, the system allows \(limit): choose a shorter data directory"
        case .folderOpenToOthers(let path):
            "the socket folder \(path) is open to others: chmod 700 \(path)"
        case .file(let path, let reason): "cannot use \(path): \(reason)"
        case .cannotBind(let endpoint, let reason): "cannot listen at \(endpoint.text): \(reason)"
        case .noSecretKey(let service): "the secret CURVE key of \(service) is not loaded: make the keys, or mount them"
        case .noPublicKey(let service): "the public CURVE key of \(service) is not loaded: copy it to the key folder"
        case .system(let what, let reason): "\(what) failed: \(reason)"
        case .closed: "the bus is shut down"
        }
    }
}
