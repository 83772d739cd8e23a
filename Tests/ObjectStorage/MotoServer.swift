import BaliseValues
import Foundation
import Isolation
import Models
import Synchronization

@testable import ObjectStorage

/// moto on loopback, for one test; see Tests/Interop/moto-server.py.
final class MotoServer: Sendable {
    /// Of the environment from PyPI, which `make test` names.
    static let python = ProcessInfo.processInfo.environment["BALISE_TEST_PYTHON"]

    static var isInstalled: Bool { python.map { FileManager.default.isExecutableFile(atPath: $0) } ?? false }

    /// A client that notes its pauses instead of waiting.
    struct Client: Sendable {
        let storage: ObjectStorage
        let pauses: Pauses
    }

    final class Pauses: Sendable {
        private let noted = Mutex<[Duration]>([])

        var all: [Duration] { noted.withLock { $0 } }

        func note(_ pause: Duration) { noted.withLock { $0.append(pause) } }
    }

    struct Silent: Error {}

    let options: ObjectStorageOptions
    private let input: Pipe

    init() async throws {
        input = Pipe.ofThisProcess()
        let process = Process()
        process.executableURL = Self.python.map { URL(fileURLWithPath: $0) }
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let script = tests.appendingPathComponent("Interop/moto-server.py")
        process.arguments = ["-B", "-W", "ignore", script.path]
        process.standardInput = input
        let output = try process.startPrinting()
        let handle = output.fileHandleForReading
        let line: String = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var text = ""
                while !text.hasSuffix("\n") {
                    let bytes = handle.availableData
                    if bytes.isEmpty { break }
                    text += String(decoding: bytes, as: UTF8.self)
                }
                continuation.resume(returning: text)
            }
        }
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 3 else { throw Silent() }
        options = ObjectStorageOptions(
            endpoint: "http://127.0.0.1:\(words[0])", region: "eu-west-3", bucket: "backups", prefix: "balise/",
            keyID: words[1], secret: SecretText(words[2]))
    }

    deinit { try? input.fileHandleForWriting.close() }

    /// Gives a client, and closes it.
    func use(
        _ change: (inout ObjectStorageOptions) -> Void = { _ in }, _ body: (Client) async throws -> Void
    ) async throws {
        var options = options
        change(&options)
        let pauses = Pauses()
        let storage = try ObjectStorage(options, clock: SystemClock(), pause: { pauses.note($0) })
        do { try await body(Client(storage: storage, pauses: pauses)) } catch {
            await storage.close()
            throw error
        }
        await storage.close()
    }
}
