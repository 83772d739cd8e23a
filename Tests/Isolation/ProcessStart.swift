public import Foundation
import Synchronization

extension Process {
    /// Held while a child starts. On Linux, Foundation closes in a child the descriptors that it counted before, so one that
    /// another thread opens in between is inherited. Foundation sees a child's end by the end of a descriptor: such a child
    /// would seem to run as long as its neighbour.
    fileprivate static let turn = Mutex(())

    public func start() throws { try Process.turn.withLock { _ in try run() } }

    public func startPrinting() throws -> Pipe {
        try Process.turn.withLock { _ in
            let output = Pipe()
            standardOutput = output
            standardError = output
            try run()
            return output
        }
    }

    public static func output(
        of program: URL, _ arguments: [String], environment: [String: String]? = nil
    ) async throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        if let environment { process.environment = environment }
        process.standardInput = FileHandle.nullDevice
        let ended = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.continuation.finish() }
        let output = try process.startPrinting()
        for await _ in ended.stream {}
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        return (process.terminationStatus, text)
    }
}

extension Pipe {
    /// A pipe that no child inherits but the one that is given it: another would keep its reader waiting for as long as
    /// it runs.
    public static func ofThisProcess() -> Pipe { Process.turn.withLock { _ in Pipe() } }
}
