// Which reading connections are lent again.

import Foundation
import Testing

@testable import Storage

@Suite("Reading connections", .timeLimit(.minutes(10)))
struct ReaderStackTests {
    @Test("One that a read left in a transaction is not lent again: it would show the past")
    func openTransaction() async throws {
        let folder = try ScratchFolder()
        let database = try folder.open()
        var options = StorageOptions()
        options.maximumReaders = 1
        let readers = try ReaderStack(path: folder.database.path, options: options, skipped: SkippedRows())
        let before = try readers.withConnection { reader in
            try reader.state.control("BEGIN DEFERRED")
            return try reader.read { try $0.notes() }
        }
        try await database.write { try $0.addNote("new") }
        let after = try readers.withConnection { reader in try reader.read { try $0.notes() } }
        #expect(before == [] && after == ["new"])
        readers.close()
        try database.close()
    }
}
