import BaliseAPI
import BaliseJSON
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
    try await call.send(EndSeries(name: try call.parameter(), of: publisher.id), done: "The series has ended.")
}

extension NotificationSeries {
    /// Reads a body. The push service checks kinds, audiences, rules and time zones.
    init(_ json: JSONValue) throws(EdgeError) {
        let body = try SetSeriesRequest(readFrom: json)
        guard let start = LocalMoment(body.startsAtLocal) else {
            throw .invalid("startsAtLocal must be a date and a time such as 2026-12-24T18:00.", field: "startsAtLocal")
        }
        self.init(
            kind: body.kind, audience: body.audience.withCanonicalLanguages,
            content: body.content.withCanonicalLanguages, rule: body.rule, start: start, timeZone: body.timeZone)
    }
}

extension PublishedSeries {
    init(_ record: SeriesRecord) {
        let series = record.series
        self.init(
            name: record.name, kind: series.kind, audience: series.audience, rule: series.rule,
            startsAtLocal: series.start.text, timeZone: series.timeZone, changedAt: record.changedAt.date,
            nextAt: record.nextAt?.date)
    }
}
