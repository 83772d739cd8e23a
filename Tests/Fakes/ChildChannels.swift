// The connections of a fake server.

import NIOCore
import Synchronization

/// Keeps the connections of a server, to end them with it.
final class ChildChannels: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    func add(_ channel: any Channel) {
        channels.withLock { $0[ObjectIdentifier(channel)] = channel }
        channel.closeFuture.whenComplete { _ in
            self.channels.withLock { $0[ObjectIdentifier(channel)] = nil }
        }
    }

    func closeAll() async {
        for channel in channels.withLock({ Array($0.values) }) {
            // One that has closed by itself is as good.
            try? await channel.close()
        }
    }
}

/// A value that is known a little later than who needs it.
final class Latch<Value: Sendable>: Sendable {
    private let box = Mutex<Value?>(nil)

    var value: Value? { box.withLock { $0 } }
    func set(_ value: Value) { box.withLock { $0 = value } }
}
