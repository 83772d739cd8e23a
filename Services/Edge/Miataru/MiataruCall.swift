import BaliseJSON
import MessageBus
import Models

struct MiataruCall: Sendable {
    let request: EdgeRequest
    let services: any Services
    /// Nil if the request has no body, or one of an ignored type.
    let body: JSONValue?
    /// Serves streams of live places; nil in an edge without streams.
    var live: LiveHub?

    /// The object under the one name in which every call wraps its content.
    func wrapped(in name: StaticString) throws(EdgeError) -> JSONValue {
        guard let value = body?.member(name) else { throw .invalid("\(name) is missing") }
        guard value.kind == .object else { throw .invalid("\(name) must be an object") }
        return value
    }

    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        do {
            return try await services.send(message, request.context)
        } catch {
            throw EdgeError(error, asking: R.self)
        }
    }
}
