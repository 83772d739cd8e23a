// The database of a service, and what the operator learns of it: whether it can be written to, and what of it cannot be read.

import Logging
public import Storage

extension ServiceEnvironment {
    /// Opens the database of `service`, makes it when there has never been one.
    ///
    /// The service is ready only while it can be written to. What its lists leave out is logged.
    public func openDatabase<S: PersistentService>(of service: S.Type) throws(StorageError) -> ServiceDatabase {
        let database = try service.openDatabase(in: settings.dataDirectory)
        readiness.depend { await database.findObstacle()?.description }
        let logger = logger
        database.onSkippedRow { error in
            logger.error(
                "a list leaves out what cannot be read; later ones like it are not logged",
                metadata: ["cause": .failure(error)])
        }
        return database
    }
}
