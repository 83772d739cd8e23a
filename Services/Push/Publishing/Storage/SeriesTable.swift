import CBOR
import Models
import Storage

struct KeptSeries: Sendable {
    var number: Int64
    var publisher: PublisherID
    var record: SeriesRecord
    var plan: NotificationPlan
}

struct SeriesTable {
    let connection: Connection

    private static let selection: SQL = """
        number, publisher, name, series, api_key, limits, is_operator, changed_at, next_at FROM notification_series
        """

    func find(_ name: String, of publisher: PublisherID) throws(StorageError) -> KeptSeries? {
        try connection.first(
            "SELECT \(SeriesTable.selection) WHERE publisher = \(publisher) AND name = \(name)", KeptSeries.init)
    }

    func all(of publisher: PublisherID, after name: String?, limit: Int) throws(StorageError) -> [KeptSeries] {
        try connection.all(
            """
            SELECT \(SeriesTable.selection) WHERE publisher = \(publisher) AND name > \(name ?? "") \
            ORDER BY name LIMIT \(limit)
            """, KeptSeries.init)
    }

    func all(after last: (publisher: PublisherID, name: String)?, limit: Int) throws(StorageError) -> [KeptSeries] {
        let isBehind: SQL =
            last.map { "WHERE publisher > \($0.publisher) OR publisher = \($0.publisher) AND name > \($0.name)" } ?? ""
        return try connection.all(
            "SELECT \(SeriesTable.selection) \(isBehind) ORDER BY publisher, name LIMIT \(limit)", KeptSeries.init)
    }

    func due(at now: UnixTime, limit: Int) throws(StorageError) -> [KeptSeries] {
        try connection.all(
            """
            SELECT \(SeriesTable.selection) WHERE next_at IS NOT NULL AND next_at <= \(now) \
            ORDER BY next_at LIMIT \(limit)
            """, KeptSeries.init)
    }

    func count(of publisher: PublisherID) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) AS series FROM notification_series WHERE publisher = \(publisher)") ?? 0
    }

    func set(_ record: SeriesRecord, of publisher: PublisherID, _ plan: NotificationPlan, at now: UnixTime) throws {
        let series = record.series
        let (bytes, limits) = try (CBOREncoder().encode(series), plan.keptLimits)
        let row: RowValues = [
            "series": "\(bytes)", "api_key": "\(plan.apiKey)", "limits": "\(limits)",
            "is_operator": "\(plan.isOperator)", "is_of_named": "\(series.audience.isOfNamedAlone)",
            "changed_at": "\(record.changedAt)", "at": "\(now)", "next_at": "\(record.nextAt)",
        ]
        let key: RowValues = ["publisher": "\(publisher)", "name": "\(record.name)"]
        let changed = try connection.run(
            """
            UPDATE notification_series SET \(row.assigned) \
            WHERE publisher = \(publisher) AND name = \(record.name)
            """)
        if changed == 0 { try connection.run("INSERT INTO notification_series \((key + row).inserted)") }
    }

    func setNext(_ number: Int64, _ next: UnixTime?, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE notification_series SET next_at = \(next), at = \(now) WHERE number = \(number)")
    }

    /// Ends the series that the key created or last changed.
    func end(of key: APIKeyID, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE notification_series SET next_at = NULL, at = \(now) \
            WHERE api_key = \(key) AND next_at IS NOT NULL
            """)
    }

    /// Deletes the content of series whose audience names an erased user, and otherwise only unknown users. Their
    /// publishers see no difference.
    func empty(naming account: AccountID) throws {
        let named = try connection.all("SELECT \(SeriesTable.selection) WHERE is_of_named = 1", KeptSeries.init)
        for kept in named {
            var series = kept.record.series
            let accounts = series.audience.accounts
            guard accounts.contains(account),
                try accounts.allSatisfy({ try connection.recipients.number(of: $0.text) == nil })
            else { continue }
            series.content = series.content.emptied
            let bytes = try CBOREncoder().encode(series)
            try connection.run("UPDATE notification_series SET series = \(bytes) WHERE number = \(kept.number)")
        }
    }

    func delete(_ name: String, of publisher: PublisherID) throws(StorageError) -> Bool {
        try connection.run("DELETE FROM notification_series WHERE publisher = \(publisher) AND name = \(name)") > 0
    }

    func deleteEnded(before moment: UnixTime) throws(StorageError) {
        try connection.run("DELETE FROM notification_series WHERE next_at IS NULL AND at < \(moment)")
    }
}

extension KeptSeries {
    /// Reads a series; nil for a value that only a later version knows.
    fileprivate init?(_ row: borrowing Row) throws(StorageError) {
        let bytes: [UInt8] = try row["series"]
        guard let series = try? CBORDecoder().decode(NotificationSeries.self, from: bytes),
            let publisher: PublisherID = try row["publisher"], let plan = try NotificationPlan(row)
        else { return nil }
        try self.init(
            number: row["number"], publisher: publisher,
            record: SeriesRecord(
                name: row["name"], series: series, changedAt: row["changed_at"], nextAt: row["next_at"]), plan: plan)
    }
}
