import NIOCore
import NIOPosix
import Synchronization

/// Uses several addresses: a server may limit connections from one address to half of its open files, and each address has a
/// limited number of ports.
final class StreamWatchers: Sendable {
    private struct State {
        /// Milliseconds, of streams and of WebSockets.
        var streamTimes: [Double] = []
        var socketTimes: [Double] = []
        var channels: [any Channel] = []
        var lost = 0
        var isClosing = false
    }

    private static let perAddress = 2000
    private static let atOnce = 100
    /// How long a stream may take to its first event.
    private static let limit = TimeAmount.seconds(20)

    private let state = Mutex(State())
    private let loops = MultiThreadedEventLoopGroup.singleton
    private let port: Int

    init(_ server: RunningServer) throws {
        guard let port = server.address.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw CommandError(description: "no port in \(server.address)")
        }
        self.port = port
    }

    /// Microseconds by the clock of the machine.
    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

    /// The milliseconds from before a place was sent until its event was read, since `begin`.
    var times: (streams: [Double], sockets: [Double]) { state.withLock { ($0.streamTimes, $0.socketTimes) } }
    var lost: Int { state.withLock { $0.lost } }

    func begin() {
        state.withLock { state in
            state.streamTimes.removeAll(keepingCapacity: true)
            state.socketTimes.removeAll(keepingCapacity: true)
        }
    }

    /// Every second one is a WebSocket, except for slow ones, which would be closed. Each device with several viewers has
    /// both kinds. Waits until each has its first event. Throws when one is refused, or has none within 20 s.
    /// - Parameter isSlow: Whether it reads no more than the first event.
    func open(_ count: Int, devices: Int, each: Int = 1, isSlow: Bool = false) async throws {
        let taken = state.withLock { $0.channels.count }
        for first in stride(from: 0, to: count, by: Self.atOnce) {
            let opened = try await withThrowingTaskGroup(of: (any Channel).self) { group in
                for number in first..<min(first + Self.atOnce, count) {
                    group.addTask {
                        let watched = (0..<each).map { "live-\((number * each + $0) % devices)" }
                        let reader = "viewer-\(taken + number)"
                        let isSocket = !isSlow && (number + number / devices) % 2 == 1
                        return try await self.open(
                            isSocket
                                ? Self.subscription(to: watched, by: reader) : Self.stream(of: watched, by: reader),
                            from: (taken + number) / Self.perAddress, isSlow: isSlow, isSocket: isSocket)
                    }
                }
                return try await group.reduce(into: [any Channel]()) { $0.append($1) }
            }
            state.withLock { $0.channels += opened }
        }
    }

    private static func stream(of devices: [String], by reader: String) -> [UInt8] {
        let path = "/v1/stream?devices=\(devices.joined(separator: ","))&RequestMiataruDeviceID=\(reader)"
        return Array("GET \(path) HTTP/1.1\r\nHost: bench\r\n\r\n".utf8)
    }

    /// The upgrade and a text with its length in two bytes and a mask of zero.
    private static func subscription(to devices: [String], by reader: String) -> [UInt8] {
        let head =
            "GET /v1/ws/location HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        let list = devices.map { #"{"Device":"\#($0)"}"# }.joined(separator: ",")
        let text = Array(
            (#"{"type":"subscribe","MiataruConfig":{"RequestMiataruDeviceID":"\#(reader)"},"#
                + #""MiataruGetLocation":[\#(list)]}"#).utf8)
        let length = [UInt8(text.count >> 8), UInt8(text.count & 0xFF)]
        return Array(head.utf8) + [0x81, 0xFE] + length + [0, 0, 0, 0] + text
    }

    private func open(
        _ request: [UInt8], from address: Int, isSlow: Bool, isSocket: Bool
    ) async throws -> any Channel {
        let loop = loops.next()
        let first = loop.makePromise(of: Void.self)
        let timer = loop.scheduleTask(in: Self.limit) {
            first.fail(CommandError(description: "a stream had no event within 20 s"))
        }
        let reader = EventTimer(
            first: first, isSlow: isSlow, isSocket: isSocket,
            record: { [self] times in
                state.withLock { if isSocket { $0.socketTimes += times } else { $0.streamTimes += times } }
            },
            lose: { [self] in state.withLock { if !$0.isClosing { $0.lost += 1 } } })
        do {
            var bootstrap = ClientBootstrap(group: loop)
                .connectTimeout(Self.limit)
                .channelInitializer { $0.pipeline.addHandler(reader) }
            if isSlow {
                // On one machine the system would hold megabytes for a client that does not read.
                bootstrap =
                    bootstrap
                    .channelOption(.socketOption(.so_rcvbuf), value: 4096)
                    .channelOption(.tcpOption(NIOBSDSocket.Option(rawValue: TCP_MAXSEG)), value: 536)
            }
            let channel = try await bootstrap.bind(to: try SocketAddress(ipAddress: "127.0.0.\(2 + address)", port: 0))
                .connect(host: "127.0.0.1", port: port).get()
            try await channel.writeAndFlush(ByteBuffer(bytes: request))
            try await first.futureResult.get()
            timer.cancel()
            return channel
        } catch {
            timer.cancel()
            first.fail(error)
            throw error
        }
    }

    func close() {
        let channels = state.withLock { state in
            state.isClosing = true
            defer { state.channels = [] }
            return state.channels
        }
        for channel in channels { channel.close(promise: nil) }
    }
}
