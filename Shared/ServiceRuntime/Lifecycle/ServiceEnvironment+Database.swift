import Foundation
import Logging
public import Storage

extension ServiceEnvironment {
    /// The database of `service`, which must be this environment's; created if there was never one. The service is ready only
    /// while it is writable. Rows that its lists leave out are logged.
    public func openDatabase<S: PersistentService>(of service: S.Type) throws(StorageError) -> ServiceDatabase {
        let database = try (openedDatabase ?? service.openDatabase(settings)).get()
        readiness.depend { await database.findObstacle()?.description }
        let file = settings.dataDirectory.appendingPathComponent(S.databaseName)
        readiness.addNote { FormerFile.note(beside: file) }
        let facts = StorageFacts(
            database: database, mark: BackupMark(of: self.service, in: settings.dataDirectory))
        metrics.add { await facts.samples() }
        let logger = logger
        if !database.laterMigrations.isEmpty {
            logger.warning(
                "the schema of the database is that of a newer version; this one continues with it until it is replaced",
                metadata: ["migrations": .string(database.laterMigrations.joined(separator: ", "))])
        }
        if database.hasLostCommits {
            let loss = """
                writes that were acknowledged are missing from \(database.location): its write-ahead log (-wal) was removed, cut \
                or damaged while no program had it open; restore a backup if they matter, and never copy or move the \
                database without its log
                """
            logger.error("\(loss)")
            readiness.addNote { loss }
        }
        database.onSkippedRow { error in
            logger.error(
                "a list leaves out what cannot be read; later ones like it are not logged",
                metadata: ["cause": .failure(error)])
        }
        return database
    }
}
