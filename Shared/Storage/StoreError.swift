// Why a store does not do what it is asked, and what whoever sent the request is told of that.

public import Models

/// Why a store does not do what it is asked.
public protocol StoreError: Error {
    /// Why the rules of the store's service say no; Never where the cases of this error say so themselves.
    associatedtype Reason: Error = Never

    /// The rules say no.
    static func refused(_ reason: Reason) -> Self
    /// More writes wait than the store takes.
    static var overloaded: Self { get }
    /// The database cannot be reached or used at the moment: closed, no space left, locked, damaged.
    static func unavailable(_ cause: any Error) -> Self
    /// A defect.
    static func failed(_ cause: any Error) -> Self

    /// What the sender of the request is told; nil for a defect.
    var answer: ServiceError? { get }

    /// What is wrong with the database, or the defect; nil where nothing is wrong.
    var cause: (any Error)? { get }
}

extension StoreError where Reason == Never {
    public static func refused(_ reason: Never) -> Self {}
}

extension StoreError {
    public var answer: ServiceError? { nil }
    public var cause: (any Error)? { nil }

    /// What an error of the database, or of what ran in it, is to the store's caller.
    public init(_ error: any Error) {
        self =
            switch error {
            case let error as Self: error
            case let refusal as Reason: .refused(refusal)
            case StorageError.overloaded: .overloaded
            // The rules of a text refuse it before; this is for one that has none.
            case StorageError.textWithNUL: .failed(ServiceError.textWithNUL)
            case StorageError.constraint, StorageError.sqlite, StorageError.postgreSQL, StorageError.migrationFailed,
                StorageError.unreadable:
                .failed(error)
            case is StorageError: .unavailable(error)
            default: .failed(error)
            }
    }
}

/// Why a store does not do what it is asked. The rules of its service refuse with a `Reason`: Never where they refuse
/// nothing inside a transaction.
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
    /// For the operator: what of a cause is no error of the database is named by its type alone, since it may quote data.
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
