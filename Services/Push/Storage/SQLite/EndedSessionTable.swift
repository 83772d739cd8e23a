// Rows of the table `ended_session`.

import Models
import Storage

/// The table `ended_session`: sessions that have ended of late.
struct EndedSessionTable {
    let connection: Connection

    func contains(_ session: SessionID) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT 1 FROM ended_session WHERE session = ?1")
        try row.bind(1, session.text)
        return try row.step()
    }

    func insert(_ session: SessionID, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare(
            "INSERT INTO ended_session (session, at) VALUES (?1, ?2) ON CONFLICT (session) DO NOTHING")
        try row.bind(1, session.text)
        try row.bind(2, now.rawValue)
        try row.run()
    }

    func delete(before moment: UnixTime) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM ended_session WHERE at < ?1")
        try row.bind(1, moment.rawValue)
        try row.run()
    }
}
