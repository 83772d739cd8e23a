// What a client is told, and what the operator's log gets, when a store cannot do its work.

public import Logging
public import Models
import Storage

extension ServiceError {
    /// More writes wait than a store takes.
    public static var storeOverloaded: ServiceError {
        ServiceError(.overloaded, "too much is waiting to be stored", retryAfter: 1)
    }

    /// A store is not available: the client is told no more than it can use; the operator needs the reason.
    public init(unavailable cause: any Error, to logger: Logger, _ context: MessageContext) {
        logger.following(context).error("the store is not available", metadata: ["cause": .failure(cause)])
        self.init(unavailable: cause)
    }
}
