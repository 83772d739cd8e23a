import HTTPTypes
import Models

/// The most devices in one stream.
let maximumStreamedDevices = 100

func streamDevices(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    guard let live = call.live else { throw EdgeError(.unavailable, "there are no streams here") }
    let request = call.request
    let query = Query(request.query)
    let devices = try [DeviceID](streamed: query)
    let reader = try Reader(streaming: query, request.headers)
    let place = try live.limiter.enter(address: request.context.client?.address?.value ?? "")
    let view = try await live.view(of: .reader(reader), after: request.lastEventID, request.context)
    // A separate call first: it checks and limits the key, and records the visits.
    let reply = try await call.send(GetLocation(reader: reader, devices: devices))
    view.show(devices, reply.found)
    var answer = Answer(
        events: BodyStream(endsWithClient: true) { send in
            defer { withExtendedLifetime(place) {} }
            try await live.write(view, to: send)
        })
    answer.fields.append(.noStore)
    return answer
}

extension [DeviceID] {
    /// The devices in the query: `devices`, separated by commas, and any number of `device`, for ids with a comma.
    fileprivate init(streamed query: Query) throws(EdgeError) {
        self.init()
        var known: Set<DeviceID> = []
        let listed = query.texts("devices").flatMap { $0.split(separator: ",").map(String.init) }
        for text in listed + query.texts("device") {
            let device = try DeviceID(text, named: "devices")
            guard known.insert(device).inserted else { continue }
            guard count < maximumStreamedDevices else {
                throw .invalid("a stream has at most \(maximumStreamedDevices) devices")
            }
            append(device)
        }
        guard !isEmpty else { throw .invalid("devices must name a device") }
    }
}

extension Reader {
    /// The reader in the query. Addresses are logged, so the key is in `Authorization: Bearer`, percent-encoded.
    fileprivate init(streaming query: Query, _ headers: RequestHeaders) throws(EdgeError) {
        self.init(device: nil)
        if let text = query.text("RequestMiataruDeviceID", "requestingDeviceID") {
            device = try DeviceID(text, named: "RequestMiataruDeviceID")
        }
        guard let shown = headers.authorization else { return }
        let parts = shown.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", let text = String(percentEncoded: parts[1].utf8),
            let key = DeviceKey(text)
        else {
            throw .invalid("the key of the device that asks is shown as Authorization: Bearer, percent-encoded")
        }
        self.key = key
    }
}
