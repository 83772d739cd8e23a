import Foundation

/// The file `SERVICE.moving` beside a database file, which exists from before the copy until everything is done.
struct MoveMark: Hashable {
    /// Identifies the move.
    var id: String
    var direction: StorageMove.Direction
    var server: String

    static func url(of database: URL) -> URL {
        database.deletingPathExtension().appendingPathExtension("moving")
    }

    /// Nil without a mark.
    ///
    /// - Throws: `cannotMove` for an unreadable mark.
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

/// Database files that were moved to a PostgreSQL, and stay under another name.
enum MovedFile {
    static func url(of database: URL, at moment: Date) -> URL {
        FormerFile.url(of: database, FormerFile.moved, at: moment)
    }

    /// The latest one beside a database; nil without one.
    static func latest(beside database: URL) -> URL? { all(beside: database).max { $0.path < $1.path } }

    /// Renames those beside a database after the data has returned: they are then older, and no advice must suggest
    /// using them.
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
