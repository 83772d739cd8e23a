// The places that a signed-in person may see, as they come.

import BaliseAPI

/// Shows a signed-in person where devices are: those that they have claimed, and those whose owners let these see them.
public struct PlacesAPI: Sendable {
    let caller: APICaller
    let configuration: BaliseConfiguration

    /// The places as they come. Each device that is not the person's own has a visit of this look in its list of visitors.
    ///
    /// Nobody being signed in ends it, as does the end of the session.
    public func stream() -> LivePlaces {
        LivePlaces(
            open: { [caller] (lastEventID) async throws(BaliseError) in
                try await caller.open(
                    APIRequest(AppCalls.streamPlaces).after(lastEventID),
                    as: CredentialUse(AppCalls.streamPlaces.audience))
            }, pause: configuration.pause)
    }
}

extension MiataruAPI {
    /// The places of devices as they come; see ``location(of:as:)`` for who sees what. Each of them has a visit of this
    /// look in its list of visitors.
    ///
    /// - Parameter devices: 1 to 100.
    /// - Parameter reader: The device in whose name is asked.
    public func stream(of devices: [MiataruDeviceID], as reader: MiataruDeviceID) -> LivePlaces {
        let query = devices.map { ("device", $0.text) } + [("RequestMiataruDeviceID", reader.text)]
        let request = APIRequest(.get, MiataruEndpoint.streamPath, query: query)
        return LivePlaces(
            open: { (lastEventID) async throws(BaliseError) in
                try await showingKey(of: reader) { key async throws(BaliseError) in
                    var request = request.after(lastEventID)
                    if let key { request.headers["Authorization"] = "Bearer " + percentEncoded(key.secret) }
                    return try await caller.open(request, as: .none)
                }
            }, pause: configuration.pause)
    }
}

extension APIRequest {
    /// The same request for what comes behind an event.
    func after(_ lastEventID: String?) -> APIRequest {
        var request = self
        request.headers["Accept"] = "text/event-stream"
        request.headers["Last-Event-ID"] = lastEventID
        // How long nothing may come; a heartbeat comes every 15 s.
        request.timeout = 60
        return request
    }
}

extension BaliseClient {
    /// Where the devices are that the signed-in person may see.
    public var places: PlacesAPI { PlacesAPI(caller: caller, configuration: configuration) }
}
