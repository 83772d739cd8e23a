import BaliseAPI
import Models

/// Each publisher has its own series, even one that acts for the operator.
func setSeries(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let message = SetSeries(
        name: try call.parameter(), series: try NotificationSeries(try call.json()), publisher: publisher.id,
        apiKey: publisher.key, limits: publisher.limits, isOperator: publisher.speaksForOperator ? true : nil,
        mayInterrupt: publisher.mayInterrupt ? true : nil)
    return .enveloped(PublishedSeries(try await call.send(message)))
}

/// In the order of their names; `after` is the last name of the previous page.
func listSeries(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    try query.checkNames(knowing: ["limit", "after"])
    let limit = try query.integer("limit", in: ListSeries.limits) ?? ListSeries.limits.upperBound
    let reply = try await call.send(ListSeries(after: query.text("after"), limit: limit, of: publisher.id))
    return .enveloped(SeriesPage(series: reply.series.map(PublishedSeries.init), hasMore: reply.hasMore))
}

func getSeries(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    .enveloped(PublishedSeries(try await call.send(GetSeries(name: try call.parameter(), of: publisher.id))))
}

func endSeries(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    _ = try await call.send(EndSeries(name: try call.parameter(), of: publisher.id))
    return .done("The series has ended.")
}
