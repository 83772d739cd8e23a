import BaliseAPI
import Models

func createArrivalPlace(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateArrivalPlaceRequest.self)
    guard body.device.length <= DeviceID.maximumLength, let device = DeviceID(body.device) else {
        throw .invalid("This is not the id of a device.", field: "device")
    }
    let message = CreateArrivalPlace(
        account: caller.account, device: device, name: Personal(body.name),
        centre: try Coordinate(readFrom: body.latitude, body.longitude), radius: body.radius,
        watchers: try watchers(body.watchers))
    return .enveloped(BaliseArrivalPlace(try await call.send(message)))
}

func listArrivalPlaces(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let found = try await call.send(ListArrivalPlaces(account: caller.account))
    return .enveloped(
        BaliseArrivalPlaceList(
            places: found.places.map { BaliseArrivalPlace($0) },
            watched: found.watched.map {
                WatchedArrivalPlace(id: $0.id.text, name: $0.name.value, account: $0.owner.text)
            }, refused: found.refused?.map(\.text)))
}

func changeArrivalPlace(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeArrivalPlaceRequest.self)
    var message = ChangeArrivalPlace(
        account: caller.account, place: try call.id(), name: body.name.map { Personal($0) })
    if let texts = body.watchers { message.watchers = try watchers(texts) }
    return .enveloped(BaliseArrivalPlace(try await call.send(message)))
}

func removeArrivalPlace(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(
        RemoveArrivalPlace(account: caller.account, place: try call.id()), done: "The place of arrivals is removed.")
}

func reportArrival(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ReportArrivalRequest.self)
    let message = ReportArrival(
        account: caller.account, place: try call.id(), isInside: body.isInside, at: UnixTime(nearestTo: body.at))
    return .enveloped(BaliseArrivalPlace(try await call.send(message)))
}

func allowArrivals(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let owner = AccountID(try call.parameter(0)) else { throw EdgeError(.notFound, "") }
    return try await call.send(
        AllowArrivals(account: caller.account, owner: owner), done: "This user may name you as a watcher again.")
}

private func watchers(_ texts: [String]) throws(EdgeError) -> [AccountID] {
    var accounts: [AccountID] = []
    for text in texts {
        guard let account = AccountID(text) else {
            throw .invalid("These are not ids of accounts.", field: "watchers")
        }
        accounts.append(account)
    }
    return accounts
}

extension BaliseArrivalPlace {
    fileprivate init(_ place: ArrivalPlace) {
        self.init(
            id: place.id.text, name: place.name.value, device: place.device.text, latitude: place.centre.latitude,
            longitude: place.centre.longitude, radius: place.radius, watchers: place.watchers.map(\.text),
            createdAt: place.createdAt.date, isInside: place.isInside)
    }
}
