// A store that takes no more.

public import Foundation
public import Models
public import Storage

/// A database that takes few pages, in a folder of its own; both are gone with the value.
public final class SmallDatabase: Sendable {
    public let database: ServiceDatabase
    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - pages: the most pages of 4 KiB that it may have.
    ///   - open: opens it at a place, with options that say so.
    public init(pages: Int, open: (URL, StorageOptions) throws -> ServiceDatabase) throws {
        folder = try TemporaryFolder()
        var options = StorageOptions()
        options.maximumPages = pages
        database = try open(folder.url.appendingPathComponent("test.sqlite"), options)
    }

    deinit { try? database.close() }

    /// Whether a client is told that there is no space left, and not where.
    public func isTold(_ answer: ServiceError?) -> Bool {
        guard let answer else { return false }
        return answer.code == .unavailable && answer.retryAfter == 60 && answer.message.contains("no space left")
            && !answer.message.contains(folder.url.path)
    }
}

/// Writes one thing after the other until one is refused, and gives why; nil when a thousand fit.
public func refusalOfFullStore(_ write: (_ number: Int) async throws -> Void) async -> (any Error)? {
    for number in 0..<1000 {
        do { try await write(number) } catch { return error }
    }
    return nil
}
