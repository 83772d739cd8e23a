import BaliseJSON
import Models

struct MiataruCall: Sendable {
    let request: EdgeRequest
    let services: any Services
    let body: JSONValue?
    var live: LiveHub?

    /// Every call wraps its content in one name.
    func wrapped(in name: StaticString) throws(EdgeError) -> JSONValue {
        guard let value = body?.member(name) else { throw .invalid("\(name) is missing") }
        guard value.kind == .object else { throw .invalid("\(name) must be an object") }
        return value
    }

    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await services.ask(message, request.context)
    }
}
