import Foundation
import NIOCore
import Synchronization

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
            // It may have closed already.
            try? await channel.close()
        }
    }
}

func loopbackURL(_ port: Int, _ path: String = "", scheme: String = "http") -> URL {
    guard let url = URL(string: "\(scheme)://127.0.0.1:\(port)\(path)") else { preconditionFailure("not a path") }
    return url
}

/// Runs the body, and ends what it used even if it fails.
public func using(_ end: () async throws -> Void, _ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch {
        try? await end()
        throw error
    }
    try await end()
}

/// A value that is set slightly later than it is needed.
final class Latch<Value: Sendable>: Sendable {
    private let box = Mutex<Value?>(nil)

    var value: Value? { box.withLock { $0 } }
    func set(_ value: Value) { box.withLock { $0 = value } }
}
