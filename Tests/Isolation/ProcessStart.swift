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
}

extension Pipe {
    /// A pipe that no child inherits but the one that is given it: another would keep its reader waiting for as long as
    /// it runs.
    public static func ofThisProcess() -> Pipe { Process.turn.withLock { _ in Pipe() } }
}
