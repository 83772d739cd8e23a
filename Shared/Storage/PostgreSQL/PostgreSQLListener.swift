import CPostgreSQL
import Foundation
import Synchronization

/// Listens to notifications on its own thread, and reconnects after a loss. Notifications during a loss are missed, so
/// the owner must look for changes after each connection.
final class PostgreSQLListener: Sendable {
    private let address: PostgreSQLAddress
    private let options: PostgreSQLOptions
    private let channel: String
    private let onConnection: @Sendable () -> Void
    private let onNotice: @Sendable (String) -> Void
    /// A pipe that ends the thread's wait: the thread polls one end, and other threads write to the other end.
    private let wakeUp = Pipe()
    private let isStopped = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Creates a listener.
    /// - Parameters:
    ///   - onConnection: Called on the listener's thread whenever it starts to listen.
    ///   - onNotice: Called on the same thread with each notification.
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

    func stop() {
        isStopped.store(true, ordering: .releasing)
        try? wakeUp.fileHandleForWriting.write(contentsOf: [0])
    }

    /// Waits for the end of the thread. Must be called once, after `stop()`.
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

    private func pause() {
        var descriptor = pollfd(fd: wakeUp.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, Int32(clamping: options.reconnectPause.wholeMilliseconds))
    }
}
