// How connections are set up and run: HTTP/1 as NIO reads it, under the edge's limits.

import HTTPTypes
import Models
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import ServiceRuntime
import ServiceSettings

/// The parts of requests as they come.
typealias RequestParts = NIOAsyncChannelInboundStream<HTTPRequestPart>.AsyncIterator
/// Where answers are written to.
typealias ResponseParts = NIOAsyncChannelOutboundWriter<HTTPResponsePart>

/// Sets up each connection with its limits and answers its requests.
///
/// The requests run on the global pool. Running them on the event loops' own threads saves changes of threads, but
/// each suspension then looks up the preferred executor, which was measured to cost more.
struct ConnectionSetup: Sendable {
    let responder: EdgeResponder
    let limits: HTTPLimits
    let table: ConnectionTable

    /// Prepares an accepted connection to wait for its first byte.
    func prepare(_ channel: any Channel) throws {
        guard let connection = table.connection(of: channel) else { throw ChannelError.ioOnClosedChannel }
        // A proxy may open connections before it needs them.
        let timeout = connection.isTrustedProxy ? limits.idleTimeout : min(limits.firstByteTimeout, limits.idleTimeout)
        try channel.pipeline.syncOperations.addHandler(
            FirstByte(timeout: TimeAmount(timeout), isEnding: { [table] in table.isEnding }) {
                try begin($0, connection)
            })
    }

    /// Adds what reads and writes HTTP, and starts what answers it.
    ///
    /// The channel is handed over at once to whoever ends it: one that is dropped with its writer open would end the
    /// program.
    private func begin(_ channel: any Channel, _ connection: Connection) throws {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = limits.maximumHeaderBytes
        decoding.maxHeaderListSize = limits.maximumHeaderBytes
        let pipeline = channel.pipeline.syncOperations
        let framing = FramingBudget()
        try pipeline.addHandler(framing)
        // Answers follow their requests one by one, and their fields are valid by their type. How an answer is framed
        // the responder says, which knows whether it answers HEAD.
        var encoding = HTTPResponseEncoder.Configuration()
        encoding.automaticallySetFramingHeaders = false
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
            withEncoderConfiguration: encoding, withDecoderLimitConfiguration: decoding)
        try pipeline.addHandlers(
            RequestHeadCheck(framing), HTTP1ToHTTPServerCodec(secure: false),
            ConnectionGuard(
                connection, requestTimeout: limits.requestTimeout, idleTimeout: limits.idleTimeout,
                leastReadingRate: limits.leastReadingRate, refuse: responder.refuse))
        let http = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        table.run(channel) { [responder] in await answerRequests(http, connection, responder) }
    }
}
