import MessageBus
public import Models

/// Throws what is no answer.
public func serviceError<Reply>(
    isolation: isolated (any Actor)? = #isolation, _ request: () async throws -> Reply
) async throws -> ServiceError? {
    do {
        _ = try await request()
        return nil
    } catch BusError.refused(let error) {
        return error
    }
}
