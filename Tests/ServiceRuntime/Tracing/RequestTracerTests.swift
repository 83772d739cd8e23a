import Tracing

@testable import ServiceRuntime

private let parent = "00-\(ids)"
private let ids = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331"

@Suite("A trace") struct RequestTracerTests {
    @Test(
        "goes on from a well-formed traceparent of any version",
        arguments: [
            ("\(parent)-01", true), ("\(parent)-00", false), ("\(parent)-03", true),
            ("cc-\(ids)-01-what-the-future-holds", true),
        ])
    func wellFormed(text: String, isSampled: Bool) throws {
        let read = try #require(TraceParent(text))
        #expect(read.traceID == "0af7651916cd43dd8448eb211c80319c" && read.spanID == "b7ad6b7169203331")
        #expect(read.isSampled == isSampled)
    }

    @Test(
        "begins anew with a malformed traceparent",
        arguments: [
            "", "-", parent, "\(parent)-1", "\(parent)-0G", "\(parent)-01-more", "ff-\(ids)-01",
            "0-\(ids)-01", "\(parent.uppercased())-01", " \(parent)-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c8031-b7ad6b7169203331-01",
        ])
    func malformed(text: String) throws {
        let span = try #require(trace(text, ratio: 1))
        #expect(TraceParent(text) == nil)
        #expect(span.context.traceParent?.contains("0af7651916cd43dd8448eb211c8031") == false)
    }

    @Test("keeps the sampling decision of its parent, whatever the ratio", arguments: [0.0, 1.0])
    func parentDecides(ratio: Double) throws {
        let span = try #require(trace("\(parent)-01", ratio: ratio))
        #expect(span.context.traceParent?.hasPrefix("00-0af7651916cd43dd8448eb211c80319c-") == true)
        #expect(span.context.traceParent?.hasSuffix("-01") == true)
        #expect(trace("\(parent)-00", ratio: ratio) == nil)
    }

    @Test("of a caller that is not trusted keeps its id, and the ratio decides", arguments: ["00", "01"])
    func ratioDecides(flags: String) throws {
        let span = try #require(trace("\(parent)-\(flags)", ratio: 1, keepsDecision: false))
        #expect(span.context.traceParent?.hasPrefix("00-0af7651916cd43dd8448eb211c80319c-") == true)
        #expect(trace("\(parent)-\(flags)", ratio: 0, keepsDecision: false) == nil)
    }

    @Test("is recorded for the given part of the requests")
    func ratio() {
        #expect(trace(nil, ratio: 0.25, number: UInt64.max / 5) != nil)
        #expect(trace(nil, ratio: 0.25, number: UInt64.max / 3) == nil)
    }

    @Test("has valid ids even if all random numbers are zero")
    func zeros() throws {
        let span = try #require(trace(nil, ratio: 1, number: 0))
        #expect(TraceParent(try #require(span.context.traceParent)) != nil)
    }

    @Test("tells only what is allowed, and no event, link or text of an error")
    func allowList() throws {
        let spans = Mutex<[EndedSpan]>([])
        let tracer = RequestTracer(ratio: 1, random: { 7 }) { span in spans.withLock { $0.append(span) } }
        let span = tracer.startSpan("getProfile", context: .topLevel, ofKind: .server)
        span.updateAttributes { attributes in
            attributes.set("url.path", value: .string("/users/secret"))
            attributes.set("error.type", value: .stringConvertible("secret"))
            attributes.set("rpc.service", value: .string("identity"))
        }
        span.recordError(BusError.failed("secret"), attributes: ["user": .string("secret")])
        span.addEvent(SpanEvent(name: "secret"))
        span.setStatus(SpanStatus(code: .error, message: "secret"))
        span.end()
        span.end()
        let text = String(decoding: try JSONEncoder().encode(SpanExport(spans.withLock { $0 })), as: UTF8.self)
        #expect(!text.contains("secret") && !text.contains("url.path"))
        #expect(text.contains("identity") && text.contains(#""code":2"#))
        #expect(spans.withLock { $0.count } == 1)
    }

    private func trace(
        _ traceParent: String?, ratio: Double, number: UInt64 = 1 << 62, keepsDecision: Bool = true
    ) -> RequestSpan? {
        let tracer = RequestTracer(ratio: ratio, random: { number }) { _ in }
        return RequestSpan(
            tracer, "getProfile", .server, of: .edge,
            below: MessageContext(requestID: "r-1", traceParent: traceParent), keepsDecision: keepsDecision)
    }
}
