// What has to be right about the head of a request before it is looked at any further.

import NIOCore
import NIOHTTP1

/// Refuses heads that two readers could understand differently: HTTP/1.1 without or with several `Host` (RFC 9112, section
/// 3.2), and versions other than 1.0 and 1.1. Says of a request in HTTP/1.0 what its version means: that its connection
/// ends with the answer, unless it asks otherwise.
final class RequestHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Whether a head was refused; what comes behind it is nobody's request.
    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        guard case .head(var head) = Self.unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if let fault = fault(of: head) {
            hasRefused = true
            return context.fireErrorCaught(EdgeError.invalid(fault))
        }
        if head.version == .http1_0, !head.isKeepAlive {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        context.fireChannelRead(Self.wrapInboundOut(.head(head)))
    }

    private func fault(of head: HTTPRequestHead) -> String? {
        guard head.version == .http1_1 || head.version == .http1_0 else {
            return "only HTTP/1.1 and HTTP/1.0 are spoken here"
        }
        var hosts = 0
        for (name, _) in head.headers where name.utf8.count == 4 && name.lowercased() == "host" { hosts += 1 }
        if hosts > 1 { return "a request must name one Host, not several" }
        if hosts == 0, head.version == .http1_1 { return "a request in HTTP/1.1 must name its Host" }
        return nil
    }
}
