// What says in the data folder that a move has begun and not ended: until it has, nothing may start on either side.

import Foundation

/// The file `SERVICE.moving` beside a database file, from before anything is copied until all is done.
struct MoveMark: Hashable {
    /// Distinguishes the move from others.
    var id: String
    var direction: StorageMove.Direction
    /// The PostgreSQL and the schema of the other side.
    var server: String

    static func url(of database: URL) -> URL {
        database.deletingPathExtension().appendingPathExtension("moving")
    }

    /// The mark beside a database file; nil without one.
    ///
    /// - Throws: `cannotMove` for a mark that cannot be read.
    static func read(beside database: URL) throws(StorageError) -> MoveMark? {
        let url = url(of: database)
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let lines = ((try? String(contentsOf: url, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
        guard lines.count == 3, let direction = StorageMove.Direction(rawValue: lines[1]) else {
            throw .cannotMove(path: database.path, reason: "\(url.path) cannot be read; it says that a move has begun")
        }
        return MoveMark(id: lines[0], direction: direction, server: lines[2])
    }

    func write(beside database: URL) throws(StorageError) {
        try SmallFile.write("\(id)\n\(direction.rawValue)\n\(server)\n", to: Self.url(of: database))
    }

    static func remove(beside database: URL) throws(StorageError) { try SmallFile.remove(url(of: database)) }
}

/// Database files that were moved to a PostgreSQL, which stay under another name.
enum MovedFile {
    /// The name that a file gets which was moved at a moment.
    static func url(of database: URL, at moment: Date) -> URL {
        FormerFile.url(of: database, FormerFile.moved, at: moment)
    }

    /// The latest of those beside the place of a database; nil without one.
    static func latest(beside database: URL) -> URL? { all(beside: database).max { $0.path < $1.path } }

    /// Gives those beside the place of a database another name, once what was moved has come back: they are older than
    /// what is there then, and nobody must be told to use them in its place.
    static func setAside(beside database: URL) throws(StorageError) {
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
