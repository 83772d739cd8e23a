// Hearing of what other processes have committed.

import CPostgreSQL
import Foundation
import Synchronization

/// A connection of its own that listens to a channel, on a thread of its own, and connects again whenever it is lost.
///
/// What was said while there was no connection is not told later: who listens looks for what is new after each
/// connection.
final class PostgreSQLListener: Sendable {
    private let address: PostgreSQLAddress
    private let options: PostgreSQLOptions
    private let channel: String
    private let onConnection: @Sendable () -> Void
    private let onNotice: @Sendable (String) -> Void
    /// Written to in order to end the thread's waiting; its other end is polled.
    private let wakeUp = Pipe()
    private let isStopped = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - onConnection: Called on the listener's thread whenever it begins to listen.
    ///   - onNotice: Called there with what is said on the channel.
    init(
        _ address: PostgreSQLAddress, _ options: PostgreSQLOptions, to channel: String,
        onConnection: @escaping @Sendable () -> Void, onNotice: @escaping @Sendable (String) -> Void
    ) {
        (self.address, self.options, self.channel) = (address, options, channel)
        (self.onConnection, self.onNotice) = (onConnection, onNotice)
        let thread = Thread { [self] in
            while !isStopped.load(ordering: .acquiring) {
                do throws(StorageError) { try listen() } catch { pause() }
            }
            ended.signal()
        }
        thread.name = "storage-listen"
        thread.start()
    }

    /// Ends the thread.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        try? wakeUp.fileHandleForWriting.write(contentsOf: [0])
    }

    /// Waits for the thread's end, after `stop()`. Once only.
    func waitForEnd() { ended.wait() }

    private func listen() throws(StorageError) {
        let link = try PostgreSQLLink(address, options)
        defer { link.close() }
        try link.runScript("LISTEN \(channel.quotedIdentifier)")
        onConnection()
        while !isStopped.load(ordering: .acquiring) {
            try link.waitForInput(or: wakeUp.fileHandleForReading.fileDescriptor)
            for notice in link.notices() { onNotice(notice) }
        }
    }

    /// Waits before the next attempt, or until the end.
    private func pause() {
        var descriptor = pollfd(
            fd: wakeUp.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, Int32(clamping: options.reconnectPause.wholeMilliseconds))
    }
}
