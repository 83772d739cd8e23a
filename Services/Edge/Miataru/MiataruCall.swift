// One call of the Miataru API on its way to a message.

import BaliseJSON
import MessageBus
import Models

/// One call, its body read as JSON, ready to be turned into a message.
struct MiataruCall: Sendable {
    let request: EdgeRequest
    let services: any Services
    /// Nil when the request has no body, or one of a kind that is ignored.
    let body: JSONValue?
    /// Serves streams of live places; nil where nothing does.
    var live: LiveHub?

    /// The object under the one name in which every call wraps what it has to say.
    func wrapped(in name: StaticString) throws(EdgeError) -> JSONValue {
        guard let value = body?.member(name) else { throw .invalid("\(name) is missing") }
        guard value.kind == .object else { throw .invalid("\(name) must be an object") }
        return value
    }

    /// Asks the service that answers `message`.
    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        do {
            return try await services.send(message, request.context)
        } catch {
            throw EdgeError(error, asking: R.self)
        }
    }
}
