import NIOCore
import NIOTLS

struct SMTPReply: Hashable, Sendable {
    let code: Int
    let lines: [String]

    /// The reply's codes. The rest of a reply is never shown, because it may name the recipient.
    var shownCode: String {
        let first = lines.first?.split(separator: " ").first.map(String.init) ?? ""
        return first.wholeMatch(of: /[245]\.\d{1,3}\.\d{1,3}/) == nil ? "\(code)" : "\(code) \(first)"
    }

    /// Returns the failure of a step. An error of the server or the sign-in does not refuse the mail for good: after an
    /// operator has fixed it, the mail can be sent.
    func failure(of step: SMTPStep) -> SMTPFailure {
        let isOfLogin = [530, 534, 535, 538].contains(code)
        return SMTPFailure(
            "the mail server answered \(step.rawValue) with \(shownCode)",
            isFinal: (500..<600).contains(code) && step.isOfMail && !isOfLogin,
            isOfConnection: code == 421 && step == .sender)
    }
}

struct SMTPReplyReader: Sendable {
    /// The longest accepted line in bytes. RFC 5321 allows servers only 512.
    static let maximumLine = 4096
    /// The largest number of lines in one reply.
    static let maximumLines = 256

    struct Malformed: Error {}

    private var line: [UInt8] = []
    private var code: Int?
    private var lines: [String] = []

    var isBetweenReplies: Bool { line.isEmpty && lines.isEmpty }

    /// Reads bytes, and returns the replies that they complete.
    mutating func read(_ bytes: some Sequence<UInt8>) throws(Malformed) -> [SMTPReply] {
        var replies: [SMTPReply] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < SMTPReplyReader.maximumLine else { throw Malformed() }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let reply = try endLine() { replies.append(reply) }
        }
        return replies
    }

    private mutating func endLine() throws(Malformed) -> SMTPReply? {
        defer { line = [] }
        let digits = line.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw Malformed()
        }
        let code = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        guard (200..<600).contains(code), self.code ?? code == code, lines.count < SMTPReplyReader.maximumLines else {
            throw Malformed()
        }
        let separator = line.dropFirst(3).first ?? UInt8(ascii: " ")
        guard [UInt8(ascii: " "), UInt8(ascii: "-")].contains(separator) else { throw Malformed() }
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        self.code = code
        guard separator == UInt8(ascii: " ") else { return nil }
        defer { (self.code, lines) = (nil, []) }
        return SMTPReply(code: code, lines: lines)
    }
}

struct SMTPExtensions: Sendable {
    private let parameters: [String: [String]]

    init(_ reply: SMTPReply) {
        // The first line contains the server's name. Each following line names an extension.
        let words = reply.lines.dropFirst().map { $0.uppercased().split(separator: " ").map(String.init) }
        let pairs = words.compactMap { line in line.first.map { ($0, Array(line.dropFirst())) } }
        parameters = Dictionary(pairs) { $0 + $1 }
    }

    func offers(_ keyword: String) -> Bool { parameters[keyword] != nil }

    var mechanisms: [String] { parameters["AUTH"] ?? [] }
}

/// Passes replies to the waiting command. Only one command waits at a time, because commands are not pipelined.
final class SMTPReplyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    struct OutOfStep: Error {}

    private var reader = SMTPReplyReader()
    private var waiting: EventLoopPromise<SMTPReply>?
    private var handshake: EventLoopPromise<Void>?
    private var failure: (any Error)?

    /// Whether no unread bytes are left. TLS may start only then: an attacker in between could have inserted bytes.
    var isQuiet: Bool { failure == nil && reader.isBetweenReplies }

    func expect(_ promise: EventLoopPromise<SMTPReply>) {
        guard failure == nil, waiting == nil else { return promise.fail(failure ?? OutOfStep()) }
        waiting = promise
    }

    func expectHandshake(_ promise: EventLoopPromise<Void>) {
        guard failure == nil else { return promise.fail(failure ?? OutOfStep()) }
        handshake = promise
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard failure == nil else { return }
        let replies: [SMTPReply]
        do throws(SMTPReplyReader.Malformed) {
            replies = try reader.read(unwrapInboundIn(data).readableBytesView)
        } catch {
            return end(context, error)
        }
        for reply in replies {
            guard let promise = waiting else { return end(context, OutOfStep()) }
            waiting = nil
            promise.succeed(reply)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent {
            handshake?.succeed()
            handshake = nil
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { end(context, error) }

    func channelInactive(context: ChannelHandlerContext) {
        fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    private func end(_ context: ChannelHandlerContext, _ error: any Error) {
        fail(error)
        context.close(promise: nil)
    }

    func fail(_ error: any Error) {
        // Only the first error is kept, because later errors are its consequences.
        if failure == nil { failure = error }
        waiting?.fail(error)
        handshake?.fail(error)
        (waiting, handshake) = (nil, nil)
    }
}

/// Why a mail was not sent. It does not name the recipient: servers may quote the address, so only codes are kept.
public struct SMTPFailure: Error, CustomStringConvertible, Sendable {
    public let description: String
    /// Whether the server would refuse the same mail again.
    public let isFinal: Bool
    /// Whether the connection ended or was unusable before anything of the mail was sent.
    let isOfConnection: Bool

    /// Creates a failure.
    /// - Parameter description: The text, which must not name the recipient.
    public init(_ description: String, isFinal: Bool = false) {
        self.init(description, isFinal: isFinal, isOfConnection: false)
    }

    init(_ description: String, isFinal: Bool = false, isOfConnection: Bool) {
        self.description = description
        self.isFinal = isFinal
        self.isOfConnection = isOfConnection
    }
}

enum SMTPStep: String, Sendable {
    case connect = "the connection"
    case greeting = "the greeting"
    case hello = "EHLO"
    case startTLS = "STARTTLS"
    case handshake = "TLS"
    case authentication = "AUTH"
    case sender = "MAIL"
    case recipient = "RCPT"
    case data = "DATA"
    case content = "the mail"

    /// Whether the step concerns the mail, and not the server in general.
    var isOfMail: Bool { [.sender, .recipient, .data, .content].contains(self) }
}
