// Starts one child at a time.

public import Foundation
import Synchronization

extension Process {
    /// Held while a child starts.
    ///
    /// On Linux, Foundation closes in a child the descriptors that it counted before. One that another thread opens in
    /// between is inherited; and Foundation sees the end of a child, as a pipe's reader does, by the end of a
    /// descriptor. So of children that start side by side, one in a hundred seems to run for as long as its neighbour
    /// does.
    fileprivate static let turn = Mutex(())

    /// Starts the child while no other one starts.
    public func start() throws { try Process.turn.withLock { _ in try run() } }

    /// Starts the child while no other one starts, and gives a pipe of what it prints.
    public func startPrinting() throws -> Pipe {
        try Process.turn.withLock { _ in
            let output = Pipe()
            standardOutput = output
            standardError = output
            try run()
            return output
        }
    }

    /// Runs a program to its end, and gives its status and what it printed.
    ///
    /// - Parameter environment: Nil for the one of this process.
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
