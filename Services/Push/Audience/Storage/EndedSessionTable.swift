import Models
import Storage

/// One of their requests may still be under way.
struct EndedSessionTable {
    let connection: Connection

    func contains(_ session: SessionID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM ended_session WHERE session = \(session)")
    }

    func insert(_ session: SessionID, at now: UnixTime) throws(StorageError) {
        try connection.run(
            "INSERT INTO ended_session (session, at) VALUES (\(session), \(now)) ON CONFLICT (session) DO NOTHING")
    }
}
