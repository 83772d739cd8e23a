// What the operator learns of a service's database: whether it can be written to, and what of it cannot be read.

import Logging
public import Storage

extension ServiceEnvironment {
    /// Makes the service ready only while `database` can be written to, and logs what its lists leave out.
    public func depend(on database: ServiceDatabase) {
        readiness.depend { await database.findObstacle()?.description }
        let logger = logger
        database.onSkippedRow { error in
            logger.error(
                "a list leaves out what cannot be read; later ones like it are not logged",
                metadata: ["cause": .failure(error)])
        }
    }
}
