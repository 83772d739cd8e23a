import BaliseAPI
import BaliseJSON
import Models

extension NotificationSeries {
    /// Reads a body. The push service checks kinds, audiences, rules and time zones.
    init(_ json: JSONValue) throws(EdgeError) {
        let body = try SetSeriesRequest(readFrom: json)
        guard let audience = json.member("audience") else {
            throw .invalid("The member audience is missing.", field: "audience")
        }
        guard let start = LocalMoment(body.startsAtLocal) else {
            throw .invalid("startsAtLocal must be a date and a time such as 2026-12-24T18:00.", field: "startsAtLocal")
        }
        self.init(
            kind: body.kind, audience: try AudienceExpression(audience), content: try NotificationContent(body.content),
            rule: body.rule, start: start, timeZone: body.timeZone)
    }
}

extension PublishedSeries {
    init(_ record: SeriesRecord) {
        let series = record.series
        self.init(
            name: record.name, kind: series.kind, audience: JSONDetails(series.audience.json), rule: series.rule,
            startsAtLocal: series.start.text, timeZone: series.timeZone, changedAt: record.changedAt.date,
            nextAt: record.nextAt?.date)
    }
}
