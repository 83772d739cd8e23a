import Foundation
import Models
package import ServiceRuntime
package import Storage

extension ServiceProgram {
    /// Moves the data between the data folder and the PostgreSQL server in `storage`, one service after the other. A
    /// failure ends the command; the next run skips services that were moved.
    /// - Parameter service: The name of the only service to move; nil to move all services.
    package func moveStorage(_ direction: MoveMark.Direction, of service: String?, _ settings: Settings) throws {
        let persistent = services.compactMap { $0 as? any PersistentService.Type }
        let chosen = persistent.filter { service == nil || $0.name.description == service }
        guard !chosen.isEmpty else {
            let names = persistent.map { $0.name.description }.sorted().joined(separator: ", ")
            throw CommandFailure(
                names.isEmpty
                    ? "\(name) keeps no data" : "\(name) has no service \"\(service ?? "")\" with data but \(names)")
        }
        guard let server = settings.storage.server else {
            throw CommandFailure(
                """
                `storage` names no PostgreSQL; set BALISE_STORAGE to the one to move the data \
                \(direction == .toServer ? "to" : "from"), for example postgres://balise@host/balise
                """)
        }
        try checkUser(of: settings.dataDirectory)
        try refuseEmptyFolder(direction, chosen.map { $0.name }, settings)
        try DataDirectory.refuseEarlierBuild(settings.dataDirectory, of: services)
        let data = try DataDirectory(settings.dataDirectory)
        let locks = try chosen.map { try data.lock(for: $0.name) }
        defer { for lock in locks { close(lock) } }
        for service in chosen { try UnfinishedRestore(of: service.name, in: data.url).check() }
        for service in chosen {
            let file = data.url.appendingPathComponent("\(service.name).sqlite")
            let move = StorageMove(of: service.store, file: file, server: server, schema: service.name.schema)
            try run(move, direction, of: service.name)
        }
        let shown = settings.shown.first { $0.key.name == "storage" }
        let setting = shown.map { "\($0.spelling ?? $0.key.name) (\($0.source))" } ?? "storage"
        switch direction {
        case .toServer: say("the next start uses the PostgreSQL, as \(setting) says")
        case .toFile where chosen.count < persistent.count:
            say("move the other services too, or start \(chosen[0].name) alone without the setting \(setting)")
        case .toFile: say("before the next start leave out the setting \(setting)")
        }
    }

    /// Throws for an empty folder, such as a misspelt one, because nothing would be moved from it.
    private func refuseEmptyFolder(
        _ direction: MoveMark.Direction, _ services: [ServiceName], _ settings: Settings
    ) throws(CommandFailure) {
        let data = settings.dataDirectory
        let files = services.map { data.appendingPathComponent("\($0).sqlite") }
        guard direction == .toServer, !files.contains(where: StorageMove.hasTraces) else { return }
        let missing = files.count == 1 ? "no database of \(services[0])" : "no databases"
        throw CommandFailure("\(data.path) holds \(missing); name the data folder with --data-dir or BALISE_DATA_DIR")
    }

    private func run(_ move: StorageMove, _ direction: MoveMark.Direction, of service: ServiceName) throws {
        do throws(StorageError) {
            let outcome = try move.run(direction) { progress in report(progress, of: service) }
            switch outcome {
            case .moved(let rows, let kept): say("\(service): moved, \(rows) rows; the original is still at \(kept)")
            case .movedBefore: say("\(service): already moved")
            case .nothing: say("\(service): nothing to move")
            }
        } catch {
            throw failure(error, of: service, isMarked: move.isInterrupted)
        }
    }

    private func report(_ progress: StorageMove.Progress, of service: ServiceName) {
        let (table, rows, total) = ("\(service): \(progress.table)", progress.rows, progress.total)
        switch progress.stage {
        // Only large tables take long enough to be reported.
        case .lookedThrough where total < StorageMove.reportedRows: break
        case .lookedThrough: say("\(table): looks through \(total) rows before it copies them")
        case .copied: say("\(table): \(rows) of \(total) rows")
        case .verified: say("\(table): \(rows) rows, verified")
        }
    }

    private func failure(_ error: StorageError, of service: ServiceName, isMarked: Bool) -> any Error {
        switch error {
        case .outcomeUnknown(let server):
            CommandFailure(
                """
                \(service): the connection to \(server) was lost at the very end; give the command again, to find out whether \
                the move took effect. Until then \(service) does not start
                """)
        case .serverUnavailable where isMarked:
            CommandFailure(
                """
                \(service): \(error); the move has begun: fix that, and give the command again. Until then \(service) \
                does not start
                """)
        case .serverUnavailable:
            CommandFailure(
                "\(service): \(error); nothing has changed on either side: fix that, and give the command again"
            )
        default: error
        }
    }
}
