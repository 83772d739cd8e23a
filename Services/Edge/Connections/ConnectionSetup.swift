import HTTPTypes
import Models
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import ServiceRuntime
import ServiceSettings

struct ConnectionSetup: Sendable {
    let responder: EdgeResponder
    let limits: HTTPLimits
    let table: ConnectionTable

    func prepare(_ channel: any Channel) throws {
        guard let connection = table.connection(of: channel) else { throw ChannelError.ioOnClosedChannel }
        let timeout = connection.isTrustedProxy ? limits.idleTimeout : min(limits.firstByteTimeout, limits.idleTimeout)
        try channel.pipeline.syncOperations.addHandler(
            FirstByte(timeout: TimeAmount(timeout), isEnding: { [table] in table.isEnding }) {
                try begin($0, connection)
            })
    }

    private func begin(_ channel: any Channel, _ connection: Connection) throws {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = limits.maximumHeaderBytes
        decoding.maxHeaderListSize = limits.maximumHeaderBytes
        let pipeline = channel.pipeline.syncOperations
        let framing = FramingBudget()
        let parts = ConnectionParts(on: channel.eventLoop)
        try pipeline.addHandler(framing)
        try pipeline.addHandlers(
            ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoding)), RequestHeadCheck(framing),
            AnswerEncoder(),
            ConnectionGuard(
                connection, requestTimeout: limits.requestTimeout, idleTimeout: limits.idleTimeout,
                leastReadingRate: limits.leastReadingRate, refuse: responder.refuse),
            parts)
        let answering = Answering(parts: parts, connection: connection, responder: responder)
        table.run(channel, on: parts, answering.work())
    }
}
