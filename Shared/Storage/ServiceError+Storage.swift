public import Models

extension ServiceError {
    /// Too many writes wait for the store.
    public static var storeOverloaded: ServiceError {
        ServiceError(.overloaded, "too much is waiting to be stored", retryAfter: 1)
    }

    /// The error for a text that cannot be stored or searched for.
    static var textWithNUL: ServiceError {
        ServiceError(.invalidRequest, "a text must not contain the character U+0000")
    }

    /// A lasting problem, such as a full disk, is named; any other is a request to try again. The cause is only for the log.
    public init(unavailable cause: any Error) {
        switch cause {
        case StorageError.corrupt:
            self.init(
                .unavailable,
                "the server's database is damaged, and nothing was done; try again later, and tell the operator of the "
                    + "server to restore a backup",
                retryAfter: 60)
        case StorageError.inputOutput, StorageError.readOnly, StorageError.cannotOpen:
            self.init(
                .unavailable,
                "the server cannot use its disk, and nothing was done; try again later, and tell its operator",
                retryAfter: 60)
        case StorageError.outcomeUnknown:
            self.init(
                .unavailable,
                "the server lost its database; the change may have been made, so check before you try "
                    + "again",
                retryAfter: 1)
        case StorageError.diskFull:
            self.init(
                .unavailable, "the server has no space left and can store nothing; try again later",
                retryAfter: 60)
        case StorageError.tablesUnusable:
            self.init(
                .unavailable,
                "the server cannot use a part of its database, and nothing was done; try again later, and tell the operator "
                    + "runs it",
                retryAfter: 60)
        case StorageError.requestOver:
            self.init(.unavailable, "the server was suspended, and stored nothing; try again", retryAfter: 1)
        default: self.init(.unavailable, "the store is not available", retryAfter: 1)
        }
    }

    /// The client's error for an error of a handler; nil for a defect, and for an error of the bus.
    public init?(answering error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case let refusal as any ServiceRefusal: self = refusal.answer
        case let error as any StoreError:
            guard let answer = error.answer else { return nil }
            self = answer
        default: return nil
        }
    }
}
