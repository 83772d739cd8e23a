import Models
import Storage

struct PushCountTable {
    let connection: Connection

    func capped(
        at cap: Int, of kind: String, since moment: UnixTime, for notification: Int64, _ entries: ClosedRange<Int64>
    ) throws(StorageError) -> Set<Int64> {
        Set(
            try connection.values(
                """
                SELECT inbox.recipient FROM inbox WHERE \(isAmong(entries, of: notification)) \
                AND \(count(of: kind, since: moment)) >= \(cap)
                """))
    }

    func add(
        under cap: Int, of kind: String, since moment: UnixTime, for notification: Int64, _ entries: ClosedRange<Int64>,
        at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO push_count (recipient, kind, notification, at) \
            SELECT inbox.recipient, \(kind), \(notification), \(now) FROM inbox WHERE \(isAmong(entries, of: notification)) \
            AND \(count(of: kind, since: moment)) < \(cap)
            """)
    }

    func capped(at cap: Int, of kind: String, since moment: UnixTime) throws(StorageError) -> [Int64] {
        try connection.values(
            """
            SELECT recipient FROM push_count WHERE kind = \(kind) AND at > \(moment) \
            GROUP BY recipient HAVING count(*) >= \(cap)
            """)
    }

    func delete(of recipient: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM push_count WHERE recipient = \(recipient)")
    }

    private func isAmong(_ entries: ClosedRange<Int64>, of notification: Int64) -> SQL {
        """
        inbox.notification = \(notification) AND inbox.number BETWEEN \(entries.lowerBound) AND \(entries.upperBound)
        """
    }

    private func count(of kind: String, since moment: UnixTime) -> SQL {
        """
        (SELECT count(*) FROM push_count WHERE push_count.recipient = inbox.recipient AND push_count.kind = \(kind) \
        AND push_count.at > \(moment))
        """
    }
}
