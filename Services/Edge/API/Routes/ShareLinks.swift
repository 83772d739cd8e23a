import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

func createShareLink(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateShareLinkRequest.self)
    guard body.device.length <= DeviceID.maximumLength, let device = DeviceID(body.device) else {
        throw EdgeError(CreateShareLinkRequest.invalidDevice)
    }
    let owner = ShareLinkOwner(account: caller.account, device: device)
    let reply = try await call.send(CreateShareLink(body.options, of: owner))
    return .enveloped(try CreatedShareLink(reply, at: call.address, for: call.request))
}

func listShareLinks(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .enveloped(ShareLinkList(try await call.send(ListShareLinks(owner: ShareLinkOwner(account: caller.account)))))
}

func changeShareLink(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeShareLinkRequest.self)
    let owner = ShareLinkOwner(account: caller.account)
    return .enveloped(BaliseShareLink(try await call.send(ChangeShareLink(body, try call.id(), of: owner))))
}

func endShareLink(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let owner = ShareLinkOwner(account: caller.account)
    return try await call.send(EndShareLink(owner: owner, id: try call.id()), done: "The link has ended.")
}

// These calls are for the holder of a device's key. Their body has `Device` and `DeviceKey`, and in `ShareLink` the
// members of the app API's body. The answers have no envelope.

func createShareLinkByKey(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let options = try ShareLinkOptions(readFrom: try call.wrapped(in: "ShareLink"))
    let reply = try await call.send(CreateShareLink(options, of: try call.owner()))
    return .body(try CreatedShareLink(reply, at: call.address, for: call.request), status: .created).with(.noStore)
}

func listShareLinksByKey(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    .body(ShareLinkList(try await call.send(ListShareLinks(owner: try call.owner())))).with(.noStore)
}

func changeShareLinkByKey(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let body = try ChangeShareLinkRequest(readFrom: try call.wrapped(in: "ShareLink"))
    let message = ChangeShareLink(body, try call.link(), of: try call.owner())
    return .body(BaliseShareLink(try await call.send(message))).with(.noStore)
}

func endShareLinkByKey(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    _ = try await call.send(EndShareLink(owner: try call.owner(), id: try call.link()))
    return .acknowledgement("The link has ended.")
}

extension MiataruCall {
    fileprivate func owner() throws(EdgeError) -> ShareLinkOwner {
        guard let body else { throw .invalid("Device is missing") }
        let device = try body.device("Device")
        guard let key = try body.optionalKey("DeviceKey") else { throw .invalid("DeviceKey is missing") }
        return ShareLinkOwner(device: device, key: key)
    }

    fileprivate func link() throws(EdgeError) -> ShareLinkID {
        guard let text = body?.member("ID")?.string, let id = ShareLinkID(text) else {
            throw .invalid("ID must be the id of a link", field: "ID")
        }
        return id
    }
}

extension CreateShareLink {
    fileprivate init(_ options: ShareLinkOptions, of owner: ShareLinkOwner) throws(EdgeError) {
        var arrival: ShareLinkArrival?
        if let place = options.arrival {
            guard let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude) else {
                throw EdgeError(ShareLinkOptions.invalidArrival)
            }
            arrival = ShareLinkArrival(coordinate: coordinate, radius: place.radius)
        }
        self.init(
            owner: owner, name: options.name, endsAt: UnixTime(nearestTo: options.endsAt), arrival: arrival,
            precision: options.precision ?? .exact, password: options.password,
            maximumViewers: options.maximumViewers)
    }
}

extension ChangeShareLink {
    fileprivate init(_ body: ChangeShareLinkRequest, _ id: ShareLinkID, of owner: ShareLinkOwner) {
        self.init(
            owner: owner, id: id, name: body.name, endsAt: body.endsAt.map { UnixTime(nearestTo: $0) },
            precision: body.precision)
    }
}

extension BaliseShareLink {
    fileprivate init(_ link: ShareLink) {
        self.init(
            id: link.id.text, device: link.device.text, name: link.name, createdAt: link.createdAt.date,
            endsAt: link.endsAt.date, state: link.state, precision: link.precision,
            arrival: link.arrival.map {
                BaliseArrival(
                    latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude, radius: $0.radius)
            }, hasPassword: link.hasPassword, maximumViewers: link.maximumViewers,
            viewers: link.viewers.map {
                BaliseShareLinkViewer(
                    number: $0.number, firstAt: $0.firstAt.date, lastAt: $0.lastAt.date, views: $0.views)
            })
    }
}

extension ShareLinkList {
    fileprivate init(_ links: [ShareLink]) {
        self.init(links: links.map { BaliseShareLink($0) }, totalCount: links.count)
    }
}

extension CreatedShareLink {
    fileprivate init(
        _ reply: CreateShareLink.Reply, at address: EdgeAddress?, for request: EdgeRequest
    ) throws(EdgeError) {
        let path = "\(ShareLinkAPI.root)/\(reply.token.value)"
        let url = SecretText(try (address?.text(for: request) ?? "") + path)
        self.init(link: BaliseShareLink(reply.link), token: reply.token, url: url, qrCode: url.qrCode)
    }
}
