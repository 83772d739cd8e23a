import HTTPTypes
import Models
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Refuses heads that two readers could interpret differently: HTTP/1.1 without one valid `Host` (RFC 9112, section 3.2),
/// transfer codings other than chunked alone (section 6.1), other versions. HTTP's own types have no version, so a request
/// in HTTP/1.0 gets a `Connection` field instead.
final class RequestHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart

    /// For HTTP/1.0: the connection ends with the answer, even if the request asks to keep it.
    static let endsWithAnswer = "close, no-chunks"

    /// The rest of the connection is ignored.
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
            // HTTP/1.0 has no interim answers, so the expectation is ignored (RFC 9110, section 10.1.1).
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
            return .invalid("only HTTP/1.1 and HTTP/1.0 are spoken here")
        }
        var (hosts, codings) = (0, 0)
        for (name, value) in head.headers {
            switch name.utf8.count {
            case 4 where name.lowercased() == "host":
                hosts += 1
                guard value.utf8.allSatisfy(RequestHeadCheck.mayStandInHost) else {
                    return .invalid("that Host is malformed")
                }
            case 17 where name.lowercased() == "transfer-encoding":
                codings += 1
                guard codings == 1, value.lowercased() == "chunked" else {
                    return EdgeError(
                        .invalidRequest, "the only transfer coding that is understood here is chunked, once",
                        status: .notImplemented)
                }
            default: break
            }
        }
        if codings > 0, head.version == .http1_0 { return .invalid("HTTP/1.0 has no Transfer-Encoding") }
        if hosts > 1 { return .invalid("a request must name one Host, not several") }
        if hosts == 0, head.version == .http1_1 { return .invalid("a request in HTTP/1.1 must name its Host") }
        return nil
    }

    /// RFC 3986, section 3.2: no blank, and no delimiter before or after it.
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
    /// A target that is only a path stays unchanged; the general conversion would search it for a scheme.
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
