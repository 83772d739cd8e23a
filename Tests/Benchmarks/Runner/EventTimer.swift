import NIOCore
import Synchronization

/// Looks for single bytes: a parser would be what the measurement measures.
final class EventTimer: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private static let ping: [UInt8] = [0x89, 0]
    /// With a mask of zero.
    private static let pong: [UInt8] = [0x8A, 0x80, 0, 0, 0, 0]
    private static let mark = Array(#""Timestamp":""#.utf8)

    private let first: EventLoopPromise<Void>
    private let isSlow: Bool
    private let isSocket: Bool
    private let status: [UInt8]
    private let event: [UInt8]
    private let record: @Sendable ([Double]) -> Void
    private let lose: @Sendable () -> Void
    private let head = Mutex<[UInt8]?>([])

    init(
        first: EventLoopPromise<Void>, isSlow: Bool, isSocket: Bool, record: @escaping @Sendable ([Double]) -> Void,
        lose: @escaping @Sendable () -> Void
    ) {
        (self.first, self.isSlow, self.isSocket) = (first, isSlow, isSocket)
        status = Array((isSocket ? "HTTP/1.1 101 " : "HTTP/1.1 200 ").utf8)
        event = Array((isSocket ? #""type":"subscription""# : "event: ").utf8)
        (self.record, self.lose) = (record, lose)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data).readableBytesView
        guard hasBegun(bytes, context) else { return }
        if isSocket, bytes.contains(Self.ping) {
            context.channel.writeAndFlush(ByteBuffer(bytes: Self.pong), promise: nil)
        }
        // A slow client stops reading here, so the server's send buffer fills up.
        if isSlow { return context.channel.setOption(ChannelOptions.autoRead, value: false).whenFailure { _ in } }
        let now = StreamWatchers.now
        let times = moments(in: bytes).map { Double(now - $0) / 1000 }
        if !times.isEmpty { record(times) }
    }

    private func hasBegun(_ bytes: ByteBufferView, _ context: ChannelHandlerContext) -> Bool {
        head.withLock { head in
            guard var begin = head else { return true }
            begin += bytes
            head = begin
            if begin.count >= status.count, !begin.starts(with: status) {
                let line = String(decoding: begin.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
                first.fail(CommandError(description: "a stream was answered \(line)"))
                context.close(promise: nil)
                return false
            }
            guard begin.contains(event) else { return false }
            head = nil
            first.succeed()
            return true
        }
    }

    /// In microseconds. An event split over two reads is left out.
    private func moments(in bytes: ByteBufferView) -> [Int64] {
        bytes.withUnsafeBytes { bytes in
            var found: [Int64] = []
            var place = 0
            while place + Self.mark.count < bytes.count {
                guard let end = Self.end(of: Self.mark, in: bytes, at: place) else {
                    place += 1
                    continue
                }
                place = end
                var moment: Int64 = 0
                while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
                    moment = moment &* 10 &+ Int64(bytes[place] - UInt8(ascii: "0"))
                    place += 1
                }
                if place < bytes.count { found.append(moment) }
            }
            return found
        }
    }

    private static func end(of text: [UInt8], in bytes: UnsafeRawBufferPointer, at place: Int) -> Int? {
        for (offset, byte) in text.enumerated() where bytes[place + offset] != byte { return nil }
        return place + text.count
    }

    func channelInactive(context: ChannelHandlerContext) {
        first.fail(CommandError(description: "a stream was closed"))
        lose()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
