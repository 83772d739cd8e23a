import HTTPTypes
import Models
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Refuses heads that two readers could interpret differently: HTTP/1.1 without exactly one valid `Host` (RFC 9112,
/// section 3.2), transfer codings other than a single chunked (section 6.1), and other versions. HTTP's own types have
/// no version, so a request in HTTP/1.0 gets a `Connection` field instead.
final class RequestHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart

    /// The field that marks HTTP/1.0: the connection ends with the answer, whatever the request asks.
    static let endsWithAnswer = "close, no-chunks"

    /// Whether a request was refused. Then the rest of the connection is ignored.
    private var hasRefused = false
    private let framing: FramingBudget

    init(_ framing: FramingBudget) { self.framing = framing }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        let part = Self.unwrapInboundIn(data)
        framing.record(part)
        switch part {
        case .head(let head): read(head, context)
        case .body(let bytes): context.fireChannelRead(Self.wrapInboundOut(.body(bytes)))
        case .end(let trailers):
            let fields = trailers.map { HTTPFields($0, splitCookie: false) }
            context.fireChannelRead(Self.wrapInboundOut(.end(fields)))
        }
    }

    private func read(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        if let fault = fault(of: head) {
            hasRefused = true
            return context.fireErrorCaught(fault)
        }
        var head = head
        if head.version == .http1_0 {
            head.headers.replaceOrAdd(name: "Connection", value: RequestHeadCheck.endsWithAnswer)
            // HTTP/1.0 has no interim answers, so `Expect` is ignored (RFC 9110, section 10.1.1).
            head.headers.remove(name: "Expect")
        }
        do {
            context.fireChannelRead(Self.wrapInboundOut(.head(try HTTPRequest(head))))
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard case HTTPParserError.invalidMethod = error, framing.sawUnknownMethod else {
            return context.fireErrorCaught(error)
        }
        var unknown = EdgeError.unknownMethod
        unknown.closesConnection = true
        context.fireErrorCaught(unknown)
    }

    private func fault(of head: HTTPRequestHead) -> EdgeError? {
        guard head.version == .http1_1 || head.version == .http1_0 else {
            return .invalid("this server supports only HTTP/1.1 and HTTP/1.0")
        }
        var (hosts, codings) = (0, 0)
        for (name, value) in head.headers {
            switch name.utf8.count {
            case 4 where name.lowercased() == "host":
                hosts += 1
                guard value.utf8.allSatisfy(RequestHeadCheck.mayStandInHost) else {
                    return .invalid("the header Host is malformed")
                }
            case 17 where name.lowercased() == "transfer-encoding":
                codings += 1
                guard codings == 1, value.lowercased() == "chunked" else {
                    return EdgeError(
                        .invalidRequest, "the header Transfer-Encoding must be chunked, once",
                        status: .notImplemented)
                }
            default: break
            }
        }
        if codings > 0, head.version == .http1_0 {
            return .invalid("a request in HTTP/1.0 must not have the header Transfer-Encoding")
        }
        if hosts > 1 { return .invalid("a request must name one Host, not several") }
        if hosts == 0, head.version == .http1_1 { return .invalid("a request in HTTP/1.1 must name its Host") }
        return nil
    }

    /// Whether a host may contain the character (RFC 3986, section 3.2). Blanks and delimiters are not allowed.
    private static func mayStandInHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"),
            UInt8(ascii: ","), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""):
            false
        default: true
        }
    }
}

extension HTTPRequest {
    /// Makes the request. A target that is only a path stays unchanged, because the conversion looks for a scheme.
    fileprivate init(_ head: HTTPRequestHead) throws {
        guard head.uri.utf8.first == UInt8(ascii: "/") else {
            self = try HTTPRequest(head, secure: false, splitCookie: false)
            return
        }
        self.init(
            method: try Method(head.method), scheme: "http", authority: head.headers["Host"].first, path: head.uri,
            headerFields: HTTPFields(head.headers, splitCookie: false))
    }
}

/// Ends requests whose chunks are mostly extensions and sizes. The parser drops these silently, so a client could send
/// them outside every limit on bodies. This handler counts bytes before the parser; after the parser,
/// `RequestHeadCheck` reports how many of them were body.
final class FramingBudget: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The bytes of overhead that every request may have. Each byte of body allows more, because a chunk of one byte
    /// has five more.
    static let free = 16_384
    static let perBodyByte = 8

    private var isInsideBody = false
    /// Whether the read contains the beginning or end of a request, so that its bytes belong to no single request.
    private var hasBoundary = false
    private var body = 0
    private var others = 0
    private var bodyOfRead = 0
    private var read: ByteBuffer?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Self.unwrapInboundIn(data)
        let count = bytes.readableBytes
        read = bytes
        (hasBoundary, bodyOfRead) = (false, 0)
        context.fireChannelRead(data)
        read = nil
        guard isInsideBody, !hasBoundary else { return }
        body += bodyOfRead
        others += max(0, count - bodyOfRead)
        guard others > FramingBudget.free + FramingBudget.perBodyByte * body else { return }
        isInsideBody = false
        var error = EdgeError.invalid("the chunks of the body are too small; send larger ones")
        error.closesConnection = true
        context.fireErrorCaught(error)
    }

    /// Whether the read has a request line with an unknown method. The parser reports it like bytes that are not HTTP.
    var sawUnknownMethod: Bool {
        guard let read else { return false }
        return String(decoding: read.readableBytesView, as: UTF8.self).split(whereSeparator: \.isNewline).contains {
            line in
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 3, words[2].hasPrefix("HTTP/1."), HTTPRequest.Method(String(words[0])) != nil,
                case .RAW = HTTPMethod(rawValue: String(words[0]))
            else { return false }
            return true
        }
    }

    func record(_ part: HTTPServerRequestPart) {
        switch part {
        case .head:
            (isInsideBody, hasBoundary) = (true, true)
            (body, others) = (0, 0)
        case .body(let bytes):
            bodyOfRead += bytes.readableBytes
        case .end:
            (isInsideBody, hasBoundary) = (false, true)
        }
    }
}
