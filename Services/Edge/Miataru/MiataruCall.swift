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

    /// The object under the one name in which every call wraps what it has to say.
    func wrapped(in name: StaticString) throws(EdgeError) -> JSONValue {
        guard let value = body?.member(name) else {
            throw .invalid("\(name) is missing" + (isJSONAsForm ? MiataruCall.typeHint : ""))
        }
        guard value.kind == .object else { throw .invalid("\(name) must be an object") }
        return value
    }

    /// Whether the body looks like JSON and is said to be a form, as some clients send what names no type.
    private var isJSONAsForm: Bool {
        let blanks = " \t\r\n".utf8
        return MediaType(request.headers.contentType).kind == .form
            && request.body.first { !blanks.contains($0) } == UInt8(ascii: "{")
    }

    private static let typeHint =
        "; the body is said to be a form and looks like JSON: send it with Content-Type: application/json"

    /// Asks the service that answers `message`.
    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        do {
            return try await services.send(message, request.context)
        } catch {
            throw EdgeError(error)
        }
    }
}
