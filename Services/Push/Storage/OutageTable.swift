// Rows of the table `outage`: until when providers are left alone, which they have asked for.

import Models
import Storage

/// What is kept of an outage of a channel's provider, so that a restart leaves it alone for as long.
struct KeptOutage: Hashable, Sendable {
    /// The provider's word.
    var reason: String
    var since: UnixTime
    /// When one delivery is tried.
    var until: UnixTime
    /// How often that has gone wrong.
    var tries: Int64
}

/// The table `outage`.
struct OutageTable {
    let connection: Connection

    /// - Parameter outage: nil when it is over.
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
