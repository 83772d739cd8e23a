import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

func readHistory(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    var query = Query(call.request.query)
    query.checkNames(knowing: ["from", "to", "limit", "cursor"])
    let cursor: HistoryCursor? = query.cursor { HistoryCursor($0) }
    let message = ReadDeviceHistory(
        account: caller.account, device: try call.device(), range: HistoryRange(&query), after: cursor,
        limit: query.integer("limit", in: ReadDeviceHistory.limits) ?? 100)
    try query.finish()
    let page = try await call.send(message)
    return .enveloped(
        DeviceHistoryPage(points: page.points.map(DeviceHistoryPoint.init), nextCursor: page.next?.text))
}

/// Deletes the points of a range. A range is required, because a forgotten range would delete everything.
func deleteHistory(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    var query = Query(call.request.query)
    query.checkNames(knowing: ["from", "to"])
    let range = HistoryRange(&query)
    try query.finish()
    guard range != HistoryRange() else {
        throw .invalid("Name the range to delete by the parameters from, to or both.", field: "from")
    }
    let reply = try await call.send(
        DeleteDeviceHistory(account: caller.account, device: try call.device(), range: range))
    return .enveloped(DeletedHistory(deleted: reply.count))
}

func getHistoryRetention(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let retention = try await call.send(GetHistoryRetention(account: caller.account, device: try call.device()))
    return .enveloped(DeviceHistoryRetention(days: retention.days, maximumPoints: retention.maximumPoints))
}

func setHistoryRetention(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json()
    let days = try SetHistoryRetentionRequest(readFrom: json).days
    let limits = HistoryRetention.limits
    // Other calls read `true` as 1. Here that would delete nearly the whole history.
    guard limits.contains(days), json.member("days")?.bool == nil else {
        throw .invalid(
            "The member days must be a whole number from \(limits.lowerBound) to \(limits.upperBound).", field: "days")
    }
    return try await setHistoryDays(days, call, caller)
}

func removeHistoryRetention(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await setHistoryDays(nil, call, caller)
}

private func setHistoryDays(_ days: Int?, _ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let retention = try await call.send(
        SetHistoryRetention(account: caller.account, device: try call.device(), days: days))
    return .enveloped(DeviceHistoryRetention(days: retention.days, maximumPoints: retention.maximumPoints))
}

func exportHistoryAsGPX(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await download(.gpx, call, caller)
}

func exportHistoryAsGeoJSON(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await download(.geoJSON, call, caller)
}

/// Streams the history, with one page in memory at a time.
private func download(
    _ format: HistoryFormat, _ call: APICall, _ caller: Caller
) async throws(EdgeError) -> Answer {
    var query = Query(call.request.query)
    query.checkNames(knowing: ["from", "to"])
    let device = try call.device()
    let range = HistoryRange(&query)
    try query.finish()
    let place = try call.downloads?.enter(address: call.request.address, account: caller.account)
    let message = ReadDeviceHistory(
        account: caller.account, device: device, range: range,
        limit: ReadDeviceHistory.limits.upperBound, isOldestFirst: true)
    // The first page is read before the answer begins, so that a device of another user gets a 404.
    let first = try await call.send(message)
    let asking = call.ofCaller
    var answer = Answer(.ok).with(format.disposition)
    answer.contentType = format.contentType
    answer.stream = BodyStream { send in
        try await send(format.beginning(device))
        try await send(format.part(first.points, of: device, isFirst: true))
        var (next, following) = (first.next, message)
        while let cursor = next {
            // The session may have ended since the last page.
            let now = try await asking.authenticator.caller(of: asking.request, servesStale: false, accepting: .api)
            guard now.account == caller.account, now.session == caller.session else {
                throw EdgeError.refused(.invalidToken)
            }
            following.after = cursor
            let page = try await asking.send(following)
            try await send(format.part(page.points, of: device, isFirst: false))
            next = page.next
        }
        place?.release()
        try await send(format.end)
    }
    return answer
}

func importHistory(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard GPXTrack.isMediaType(call.request.headers.contentType) else {
        throw EdgeError(.unsupportedMediaType, "Send the body as \(GPXTrack.mediaType).")
    }
    let device = try call.device()
    let place = try call.imports?.enter(address: call.request.address, account: caller.account)
    defer { place?.release() }
    let track = try await GPXTrack.read(call.request.body)
    let reply = try await call.send(
        ImportDeviceHistory(account: caller.account, device: device, points: track.points))
    return .enveloped(
        ImportedHistory(
            stored: reply.stored, known: reply.known, dropped: reply.dropped, untimed: track.untimed))
}

extension HistoryRange {
    fileprivate init(_ query: inout Query) {
        self.init(from: query.moment("from"), to: query.moment("to"))
        if let from, let to, from >= to { query.refuse("to", "The parameter to must be a time after from.") }
    }
}

extension DeviceHistoryPoint {
    fileprivate init(_ point: HistoryPoint) {
        self.init(
            at: point.at?.date, latitude: point.latitude, longitude: point.longitude, accuracy: point.accuracy,
            altitude: point.altitude, speed: point.speed, batteryLevel: point.batteryLevel)
    }
}
