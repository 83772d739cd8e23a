// What clients are told when a database is not available.

public import Models

extension ServiceError {
    /// What a client is told when the store is not available: of a full disk, what it is, since that lasts; of all
    /// else, to try again. Nothing of the cause itself, which is for the operator's log.
    public init(unavailable cause: any Error) {
        guard case StorageError.diskFull = cause else {
            self.init(.unavailable, "the store is not available", retryAfter: 1)
            return
        }
        self.init(
            .unavailable, "the server has no space left, so that nothing can be stored; try again later", retryAfter: 60
        )
    }
}
