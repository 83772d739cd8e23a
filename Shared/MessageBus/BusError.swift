// How a request ends when it does not end with its reply.

public import Models

/// How a request ended, other than with its reply.
public enum BusError: Error, Sendable {
    /// The handler's own answer.
    case refused(ServiceError)
    /// Nobody is there, or whoever was there went away with the request in flight.
    case unavailable(ServiceName)
    /// A bound was reached, here or at the service; it was said at once, and nothing was done.
    case overloaded
    /// No answer came before the deadline. The handler has been told to stop; it may have done its work.
    case timedOut
    /// The task that sent it was cancelled, or the handler was.
    case cancelled
    /// The bus of this process is shut down.
    case closed
    /// The service's table does not let this caller send this message.
    case notPermitted
    /// The service has no handler for this message.
    case unknownMessage
    /// The request or its reply has more bytes than the limit.
    case tooLarge(bytes: Int)
    /// What arrived is not what was agreed on; the text says where.
    case malformed(String)
    /// A defect in the handler; the service has reported its cause. The text names the kind of error.
    case failed(String)
}

/// Why a bus or a server did not start. The description says what to do.
public enum BusSetupError: Error, Sendable, CustomStringConvertible {
    /// Another process, or another server in this one, serves at this address.
    case addressTaken(Endpoint)
    /// The socket's path has more bytes than the system allows.
    case pathTooLong(path: String, bytes: Int, limit: Int)
    /// Others than the owner may enter the socket's folder.
    case folderOpenToOthers(String)
    /// A file or folder of the endpoint cannot be made or used.
    case file(path: String, reason: String)
    /// The address cannot be bound.
    case cannotBind(Endpoint, reason: String)
    /// The configuration has CURVE keys, but not the secret one of this service.
    case noSecretKey(ServiceName)
    /// The configuration has CURVE keys, but not the public one of this service.
    case noPublicKey(ServiceName)
    /// libzmq or the system refused something that should always work.
    case system(what: String, reason: String)
    /// The bus is shut down.
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
