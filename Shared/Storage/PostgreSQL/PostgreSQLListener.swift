// Hearing of what other processes have committed.

import CPostgreSQL
import Foundation
import Synchronization

/// A connection of its own that listens to channels, on a thread of its own, and connects again whenever it is lost.
///
/// What was notified while there was no connection is not told later. So after each connection `onChange` is called with
/// all channels, and whoever listens looks for what is new.
final class PostgreSQLListener: Sendable {
    private let address: PostgreSQLAddress
    private let options: PostgreSQLOptions
    private let channels: [String]
    private let onChange: @Sendable (Set<String>) -> Void
    private let onFailure: @Sendable (StorageError) -> Void
    /// Written to in order to end the thread's waiting; its other end is polled.
    private let wakeUp = Pipe()
    private let isStopped = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - onChange: Called on the listener's thread with the channels on which something was notified.
    ///   - onFailure: Called there when the connection is lost or cannot be made; the next attempt follows.
    init(
        _ address: PostgreSQLAddress, _ options: PostgreSQLOptions, to channels: [String],
        onChange: @escaping @Sendable (Set<String>) -> Void, onFailure: @escaping @Sendable (StorageError) -> Void
    ) {
        (self.address, self.options, self.channels) = (address, options, channels)
        (self.onChange, self.onFailure) = (onChange, onFailure)
        let thread = Thread { [self] in
            while !isStopped.load(ordering: .acquiring) {
                do throws(StorageError) { try listen() } catch {
                    onFailure(error)
                    pause()
                }
            }
            ended.signal()
        }
        thread.name = "storage-listen"
        thread.start()
    }

    /// Ends the thread and waits for that. Once only.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        try? wakeUp.fileHandleForWriting.write(contentsOf: [0])
        ended.wait()
    }

    private func listen() throws(StorageError) {
        let link = try PostgreSQLLink(address, options)
        defer { link.close() }
        try link.runScript(channels.map { "LISTEN \($0.quotedIdentifier)" }.joined(separator: ";"))
        onChange(Set(channels))
        while !isStopped.load(ordering: .acquiring) {
            try link.waitForInput(or: wakeUp.fileHandleForReading.fileDescriptor)
            let notified = Set(link.notifications())
            if !notified.isEmpty { onChange(notified) }
        }
    }

    /// Waits before the next attempt, or until the end.
    private func pause() {
        var descriptor = pollfd(
            fd: wakeUp.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, Int32(clamping: options.reconnectPause.wholeMilliseconds))
    }
}
