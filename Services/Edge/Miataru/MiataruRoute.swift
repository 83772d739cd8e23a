// The calls of the Miataru API, like a table of contents: one file a call, named like it, in Routes/.

import BaliseAPI
import BaliseJSON
import MessageBus
import Models

/// A call of the Miataru API: where it is, and what answers it.
struct MiataruRoute: Sendable {
    let endpoint: MiataruEndpoint
    let answer: @Sendable (MiataruCall) async throws(EdgeError) -> Answer

    static let all = [
        MiataruRoute(endpoint: .updateLocation, answer: updateLocation),
        MiataruRoute(endpoint: .getLocation, answer: getLocation),
        MiataruRoute(endpoint: .getLocationGeoJSON, answer: getLocationGeoJSON),
        MiataruRoute(endpoint: .getLocationHistory, answer: getLocationHistory),
        MiataruRoute(endpoint: .getVisitorHistory, answer: getVisitorHistory),
        MiataruRoute(endpoint: .deleteLocation, answer: deleteLocation),
        MiataruRoute(endpoint: .setDeviceKey, answer: setDeviceKey),
        MiataruRoute(endpoint: .setAllowedDeviceList, answer: setAllowedDeviceList),
        MiataruRoute(endpoint: .getAllowedDeviceList, answer: getAllowedDeviceList),
        MiataruRoute(endpoint: .setDeviceSlogan, answer: setDeviceSlogan),
        MiataruRoute(endpoint: .getDeviceSlogan, answer: getDeviceSlogan),
        MiataruRoute(endpoint: .getDeviceSecurityStatus, answer: getDeviceSecurityStatus),
    ]
}

/// One call, its body read as JSON, ready to be turned into a message.
struct MiataruCall: Sendable {
    let request: EdgeRequest
    let services: any Services
    /// Nil when the request has no body, or one of a kind that is ignored.
    let body: JSONValue?

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
            throw EdgeError(error)
        }
    }
}
