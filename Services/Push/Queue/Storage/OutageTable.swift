import Models
import Storage

/// Stored, so that a restart keeps the pause that the provider asked for.
struct KeptOutage: Hashable, Sendable {
    var reason: String
    var since: UnixTime
    var until: UnixTime
    var tries: Int64
}

struct OutageTable {
    let connection: Connection

    func record(_ outage: KeptOutage?, of channel: DeliveryChannel) throws(StorageError) {
        guard let outage else {
            try connection.run("DELETE FROM outage WHERE channel = \(channel)")
            return
        }
        try connection.run(
            """
            INSERT INTO outage (channel, reason, since, until, tries) \
            VALUES (\(channel), \(outage.reason), \(outage.since), \(outage.until), \(outage.tries)) \
            ON CONFLICT (channel) DO UPDATE SET reason = excluded.reason, since = excluded.since, \
            until = excluded.until, tries = excluded.tries
            """)
    }

    func all() throws(StorageError) -> [DeliveryChannel: KeptOutage] {
        let rows = try connection.all("SELECT channel, reason, since, until, tries FROM outage") {
            row throws(StorageError) in
            (
                try row["channel"] as DeliveryChannel,
                try KeptOutage(reason: row["reason"], since: row["since"], until: row["until"], tries: row["tries"])
            )
        }
        return Dictionary(rows) { $1 }
    }
}
