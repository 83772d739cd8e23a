import Foundation
import Logging
import Models
import NIOCore

/// Limits the connections of a listening socket. If no place is free, it closes quiet connections. If no connection is
/// quiet, it accepts nothing until a connection ends or becomes quiet, and new clients wait in the system's queue.
final class ConnectionAdmission: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    private static let pause = TimeAmount.milliseconds(200)
    private static let loggedEvery = TimeAmount.seconds(60)

    private let table: ConnectionTable
    private let logger: Logger
    private var isPaused = false
    private var isOutOfFiles = false
    private var refused = 0
    private var nextRefusalLog = NIODeadline.uptimeNanoseconds(0)
    private var nextFullLog = NIODeadline.uptimeNanoseconds(0)

    init(_ table: ConnectionTable, _ logger: Logger) {
        self.table = table
        self.logger = logger
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = Self.unwrapInboundIn(data)
        guard table.admit(channel) != nil else {
            channel.close(promise: nil)
            if !table.isEnding { recordRefusal() }
            return
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        guard !isPaused else { return }
        guard !isOutOfFiles, table.hasRoom else { return pauseAccepting(context) }
        context.read()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The socket stays readable, so accepting again at once would fail in a loop.
        if let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) {
            isOutOfFiles = true
        }
        context.fireErrorCaught(error)
    }

    private func pauseAccepting(_ context: ChannelHandlerContext) {
        isPaused = true
        let closed = table.makeRoom()
        recordFull(closed: closed)
        let loop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: loop)
        if isOutOfFiles || closed == 0 {
            // A timer is needed, because other connections may have become quiet even if none has ended.
            loop.scheduleTask(in: Self.pause) { bound.value.0.resume(bound.value.1) }
        }
        guard !isOutOfFiles else { return }
        table.whenRoom { loop.execute { bound.value.0.resume(bound.value.1) } }
    }

    private func resume(_ context: ChannelHandlerContext) {
        guard isPaused, context.channel.isActive else { return }
        isPaused = false
        isOutOfFiles = false
        read(context: context)
    }

    private func recordFull(closed: Int) {
        let now = NIODeadline.now()
        guard now >= nextFullLog else { return }
        nextFullLog = now + Self.loggedEvery
        logger.warning(
            isOutOfFiles
                ? "the limit of open files is reached; accepting connections pauses"
                : "all connections are taken; quiet ones are closed, and without quiet ones accepting pauses",
            metadata: [
                "connections": .stringConvertible(table.count), "bound": .stringConvertible(table.bounds.total),
                "closed": .stringConvertible(closed),
            ])
    }

    private func recordRefusal() {
        refused += 1
        let now = NIODeadline.now()
        guard now >= nextRefusalLog else { return }
        nextRefusalLog = now + Self.loggedEvery
        logger.warning(
            "connections were closed, since their address has as many as it may have",
            metadata: [
                "count": .stringConvertible(refused), "bound": .stringConvertible(table.bounds.perAddress),
            ])
        refused = 0
    }
}
