package import Foundation

/// The file `SERVICE.moving` beside a database file. It exists from before the copy of a move until everything is done.
package struct MoveMark: Hashable {
    package enum Direction: String, Hashable, Sendable {
        case toServer = "to-postgresql"
        case toFile = "to-files"
    }

    package let id: String
    package let direction: Direction
    package let server: String

    package init(id: String, direction: Direction, server: String) {
        (self.id, self.direction, self.server) = (id, direction, server)
    }

    package static func url(of database: URL) -> URL {
        database.deletingPathExtension().appendingPathExtension("moving")
    }

    /// Whether a move of a database file is unfinished.
    package static func exists(beside database: URL) -> Bool {
        FileManager.default.fileExists(atPath: url(of: database).path)
    }

    /// Reads the mark; nil if there is none. Throws `cannotMove` if it cannot be read.
    package static func read(beside database: URL) throws(StorageError) -> MoveMark? {
        let url = url(of: database)
        guard exists(beside: database) else { return nil }
        let lines = ((try? String(contentsOf: url, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
        guard lines.count == 3, let direction = Direction(rawValue: lines[1]) else {
            throw .cannotMove(path: database.path, reason: "\(url.path) cannot be read; it says that a move has begun")
        }
        return MoveMark(id: lines[0], direction: direction, server: lines[2])
    }

    package func write(beside database: URL) throws(StorageError) {
        try SmallFile.write("\(id)\n\(direction.rawValue)\n\(server)\n", to: Self.url(of: database))
    }

    package static func remove(beside database: URL) throws(StorageError) { try SmallFile.remove(url(of: database)) }

    /// Throws `moved` if a move of a database file is unfinished or the file was moved to PostgreSQL, and `missing` if
    /// it is lost. For the start of a service at `location`, whose database file would be `file`.
    package static func check(
        _ store: any Store.Type, beside file: URL, opens location: DatabaseLocation
    ) throws(StorageError) {
        try check(DatabaseMark(of: file, secret: store.secretMadeAfter), beside: file, opens: location)
    }

    static func check(_ mark: DatabaseMark, beside file: URL, opens location: DatabaseLocation) throws(StorageError) {
        if exists(beside: file) {
            let direction = (try? read(beside: file))?.direction ?? .toServer
            throw .moved(
                path: file.path,
                reason: """
                    a move of it was interrupted (\(url(of: file).lastPathComponent) says so); give the command \
                    `move-storage --\(direction.rawValue)` again
                    """)
        }
        // An operator may have allowed a new database, and then its loss is no error.
        guard case .file = location, DatabaseFiles.isMissing(file), let loss = mark.loss(of: file.path) else { return }
        guard let moved = MovedFile.latest(beside: file) else { throw loss }
        throw .moved(
            path: file.path,
            reason: """
                it was moved to a PostgreSQL, and the original is now \(moved.lastPathComponent); set `storage` to that \
                PostgreSQL, or give the command `move-storage --to-files` to move it back. To use the original without later \
                changes, rename it to \(file.lastPathComponent)
                """)
    }
}

/// Database files that were moved to PostgreSQL, and stay under another name.
package enum MovedFile {
    package static func url(of database: URL, at moment: Date) -> URL {
        FormerFile.url(of: database, FormerFile.moved, at: moment)
    }

    /// The latest moved file of a database; nil if there is none.
    package static func latest(beside database: URL) -> URL? { all(beside: database).max { $0.path < $1.path } }

    /// Renames moved files after the data has returned, because they are out of date, and no advice may suggest them.
    package static func setAside(beside database: URL) throws(StorageError) {
        for url in all(beside: database) {
            let name = url.lastPathComponent.replacing(FormerFile.moved, with: FormerFile.replaced)
            try DatabaseFiles.replace(url.deletingLastPathComponent().appendingPathComponent(name), with: url)
        }
    }

    private static func all(beside database: URL) -> [URL] {
        let folder = database.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(database.lastPathComponent + FormerFile.moved) }
            .map { folder.appendingPathComponent($0) }
    }
}
