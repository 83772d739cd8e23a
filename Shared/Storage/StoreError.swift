public import Models

/// All stores share these cases, and each adds the refusals of its service.
public protocol StoreError: Error {
    /// The service's rules that refuse a request; Never if this error has its own cases for them.
    associatedtype Reason: Error = Never

    static func refused(_ reason: Reason) -> Self
    static var overloaded: Self { get }
    /// The database is unusable at the moment: closed, full, locked, damaged.
    static func unavailable(_ cause: any Error) -> Self
    static func failed(_ cause: any Error) -> Self

    /// The error for the sender of the request; nil for a defect.
    var answer: ServiceError? { get }

    /// The database's problem, or the defect; nil for a refusal.
    var cause: (any Error)? { get }
}

extension StoreError where Reason == Never {
    public static func refused(_ reason: Never) -> Self {}
}

extension StoreError {
    public var answer: ServiceError? { nil }
    public var cause: (any Error)? { nil }

    /// Converts an error of the database, or of code that ran in it.
    public init(_ error: any Error) {
        self =
            switch error {
            case let error as Self: error
            case let refusal as Reason: .refused(refusal)
            case StorageError.overloaded: .overloaded
            // A text's own rules refuse it earlier; this is for a text without such rules.
            case StorageError.textWithNUL: .failed(ServiceError.textWithNUL)
            case StorageError.constraint, StorageError.sqlite, StorageError.postgreSQL, StorageError.migrationFailed,
                StorageError.unreadable:
                .failed(error)
            case is StorageError: .unavailable(error)
            default: .failed(error)
            }
    }
}

/// `Reason` is Never if the service refuses nothing inside a transaction.
public enum StoreFailure<Reason: ServiceRefusal>: StoreError {
    case refused(Reason)
    case overloaded
    case unavailable(any Error)
    case failed(any Error)

    public var answer: ServiceError? {
        switch self {
        case .refused(let reason): reason.answer
        case .overloaded: .storeOverloaded
        case .unavailable(let cause): ServiceError(unavailable: cause)
        case .failed(let cause): cause as? ServiceError
        }
    }

    public var cause: (any Error)? {
        switch self {
        case .refused, .overloaded: nil
        case .failed(let cause) where cause is ServiceError: nil
        case .unavailable(let cause), .failed(let cause): cause
        }
    }
}

extension StoreFailure: CustomStringConvertible {
    /// Other errors than the database's are given only by their type, because their text may quote data.
    public var description: String {
        switch self {
        case .refused(let reason): "the rules refuse it: \(reason)"
        case .overloaded: "more writes wait than the store takes"
        case .unavailable(let cause): "the store is not available: \(StoreFailure.describe(cause))"
        case .failed(let cause): "the store failed: \(StoreFailure.describe(cause))"
        }
    }

    private static func describe(_ cause: any Error) -> String {
        (cause as? StorageError)?.description ?? String(reflecting: type(of: cause))
    }
}
