public import BaliseAPI

/// Shows the signed-in user where devices are: the user's claimed devices, and devices that one of these may see.
public struct PlacesAPI: Sendable {
    let caller: APICaller
    let configuration: BaliseConfiguration

    /// Returns the devices with their places: the user's own, devices whose allowed list names one of the user's
    /// devices, and devices that members of circles share. Each device of another user lists the user as a visitor.
    public func list() async throws(BaliseError) -> [VisibleDevice] {
        try await caller.call(AppCalls.listPlaces).data.devices
    }

    /// Asks the owner's apps for a fresh place of a device that a member of a circle shares. The owner sees the
    /// question. Fails with `notFound` if the member answers no questions, and with `rateLimited` for five minutes
    /// after a question.
    /// - Returns: The number of the owner's push devices that are woken. 0 means that the owner cannot be reached.
    @discardableResult
    public func ask(for device: LocationDeviceID) async throws(BaliseError) -> Int {
        try await caller.call(AppCalls.askForPlace, at: device.text).data.pushDevices
    }

    /// Streams the places of ``list()``. The stream counts as a visit: every device of another user lists the user
    /// among its visitors. The stream ends when no user is signed in and when the session ends.
    public func stream() -> LivePlaces {
        LivePlaces(
            source: EventSource(configuration) { [caller] (lastEventID) async throws(BaliseError) in
                try await caller.open(
                    APIRequest(AppCalls.streamPlaces).after(lastEventID),
                    as: AppCalls.streamPlaces.audience)
            })
    }
}

extension LocationsAPI {
    /// Streams the places of 1 to 100 devices. Each device lists `reader` as a visitor, as in ``location(of:as:)``.
    public func stream(of devices: [LocationDeviceID], as reader: LocationDeviceID) -> LivePlaces {
        var query: [(String, String?)] = devices.map { ("device", $0.text) }
        query.append(("RequestMiataruDeviceID", reader.text))
        let request = APIRequest(.get, MiataruEndpoint.streamPath, query: query)
        return LivePlaces(
            source: EventSource(configuration) { (lastEventID) async throws(BaliseError) in
                try await showingKey(of: reader) { key async throws(BaliseError) in
                    var request = request.after(lastEventID)
                    if let key { request.headers["Authorization"] = "Bearer " + PercentEncoding.encode(key.secret) }
                    return try await caller.open(request, as: .anybody)
                }
            })
    }
}

extension APIRequest {
    func after(_ lastEventID: String?) -> APIRequest {
        var request = self
        request.headers["Accept"] = "text/event-stream"
        request.headers["Last-Event-ID"] = lastEventID
        // The server sends a heartbeat every 15 s, so a silence of 60 s means that the connection is lost.
        request.timeout = 60
        return request
    }
}

extension BaliseClient {
    /// Calls about the places of the devices that the signed-in user may see.
    public var places: PlacesAPI { PlacesAPI(caller: caller, configuration: configuration) }
}
