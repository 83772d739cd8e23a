import Foundation
import NIOCore
import NIOSSL
import Synchronization

final class MailSessionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Stage {
        case connected, greeted, sender, recipient, content
        case login(user: String?)
        /// A token was refused, with the reason as a challenge.
        case refusedToken
    }

    private let server: FakeMailServer
    private let number: Int
    private var stage = Stage.connected
    private var line: [UInt8] = []
    private var isEncrypted: Bool
    private var user: String?
    private var (sender, recipient) = ("", "")
    private var content: [String] = []
    private var isSilent = false

    init(_ server: FakeMailServer, number: Int) {
        (self.server, self.number) = (server, number)
        isEncrypted = server.plan.security == .tls
    }

    func channelActive(context: ChannelHandlerContext) {
        perform(.greeting, "220 mail.example ESMTP", context) {}
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        for byte in unwrapInboundIn(data).readableBytesView {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            // A line ends with exactly CR LF.
            guard line.popLast() == UInt8(ascii: "\r") else { return refuse("500 no CR before LF", context) }
            let text = String(decoding: line, as: UTF8.self)
            line = []
            if !isSilent { read(text, context) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func read(_ text: String, _ context: ChannelHandlerContext) {
        switch stage {
        case .content: return readContent(text, context)
        case .login(let name): return readLogin(text, name, context)
        case .refusedToken:
            stage = .greeted
            return refuse(text.isEmpty ? "535 5.7.8 wrong" : "501 5.5.2 no empty line", context)
        default: break
        }
        server.state.withLock { $0.commands.append(text) }
        let verb = text.prefix { $0 != " " }.uppercased()
        switch verb {
        case "EHLO": hello(context)
        case "STARTTLS": startTLS(context)
        case "AUTH": authenticate(text, context)
        case "MAIL": mail(text, context)
        case "RCPT": rcpt(text, context)
        case "DATA":
            guard case .recipient = stage else { return refuse("503 5.5.1 no recipient", context) }
            perform(.data, "354 go on", context) {
                self.content = []
                self.stage = .content
            }
        case "QUIT":
            write("221 bye", context)
            context.close(promise: nil)
        default: refuse("500 5.5.1 what is \(verb)", context)
        }
    }

    private func hello(_ context: ChannelHandlerContext) {
        var lines = ["mail.example"] + server.plan.extensions
        if server.plan.security == .startTLS, !isEncrypted { lines.append("STARTTLS") }
        let reply = lines.enumerated().map { index, line in "250\(index == lines.count - 1 ? " " : "-")\(line)" }
        perform(.hello, reply.joined(separator: "\r\n"), context) { self.stage = .greeted }
    }

    private func startTLS(_ context: ChannelHandlerContext) {
        guard let tls = server.tls, server.plan.security == .startTLS, !isEncrypted else {
            return refuse("502 5.5.1 no", context)
        }
        perform(.startTLS, "220 go on", context) {
            self.isEncrypted = true
            self.stage = .connected
            do {
                try context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls), position: .first)
            } catch { context.close(promise: nil) }
        }
    }

    private func authenticate(_ text: String, _ context: ChannelHandlerContext) {
        let words = text.split(separator: " ").map(String.init)
        switch words.dropFirst().first?.uppercased() {
        case "PLAIN":
            let parts = decoded(words.last ?? "").split(separator: "\0", omittingEmptySubsequences: false).map(
                String.init)
            judge(user: parts.count == 3 ? parts[1] : "", password: parts.last ?? "", context)
        case "LOGIN":
            stage = .login(user: nil)
            write("334 VXNlcm5hbWU6", context)
        case "XOAUTH2": judge(token: decoded(words.last ?? ""), context)
        default: refuse("504 5.5.4 no", context)
        }
    }

    private func readLogin(_ text: String, _ name: String?, _ context: ChannelHandlerContext) {
        guard let name else {
            stage = .login(user: decoded(text))
            return write("334 UGFzc3dvcmQ6", context)
        }
        stage = .greeted
        judge(user: name, password: decoded(text), context)
    }

    private func judge(user name: String, password: String, _ context: ChannelHandlerContext) {
        guard let login = server.plan.login, login == (name, password) else {
            return refuse("535 5.7.8 wrong", context)
        }
        perform(.authentication, "235 2.7.0 welcome", context) { self.user = name }
    }

    /// https://developers.google.com/workspace/gmail/imap/xoauth2-protocol
    private func judge(token shown: String, _ context: ChannelHandlerContext) {
        guard let right = server.plan.accessToken,
            shown == "user=\(right.user)\u{1}auth=Bearer \(right.token)\u{1}\u{1}"
        else {
            stage = .refusedToken
            return write("334 " + Data(#"{"status":"401","schemes":"bearer"}"#.utf8).base64EncodedString(), context)
        }
        perform(.authentication, "235 2.7.0 welcome", context) { self.user = right.user }
    }

    private func mail(_ text: String, _ context: ChannelHandlerContext) {
        guard case .greeted = stage else { return refuse("503 5.5.1 not now", context) }
        if server.plan.login != nil || server.plan.accessToken != nil, user == nil {
            return refuse("530 5.7.0 sign in first", context)
        }
        perform(.sender, "250 2.1.0 fine", context) {
            self.sender = text
            self.stage = .sender
        }
    }

    private func rcpt(_ text: String, _ context: ChannelHandlerContext) {
        guard case .sender = stage else { return refuse("503 5.5.1 not now", context) }
        perform(.recipient, "250 2.1.5 fine", context) {
            self.recipient = text
            self.stage = .recipient
        }
    }

    private func readContent(_ text: String, _ context: ChannelHandlerContext) {
        guard text == "." else {
            // RFC 5321 allows 998 bytes; Balise's lines are shorter.
            guard text.utf8.count <= 998 else { return refuse("500 5.5.2 too long", context) }
            return content.append(text.hasPrefix(".") ? String(text.dropFirst()) : text)
        }
        stage = .greeted
        // Stored before the answer, so that a client that has the answer finds it.
        perform(.content, "250 2.0.0 taken", before: true, context) {
            let mail = FakeMailServer.Received(
                sender: self.sender, recipient: self.recipient, content: self.content.joined(separator: "\r\n"),
                isEncrypted: self.isEncrypted, user: self.user, connection: self.number)
            self.server.state.withLock { $0.received.append(mail) }
        }
    }

    // MARK: Answers

    /// - Parameter isBefore: Whether `next` runs before the answer.
    private func perform(
        _ step: FakeMailServer.Step, _ reply: String, before isBefore: Bool = false, _ context: ChannelHandlerContext,
        _ next: () -> Void
    ) {
        switch server.takeFault(step) {
        case .silence: isSilent = true
        case .hangUp: context.close(promise: nil)
        case .reply(let text):
            write(text, context)
            if text.hasPrefix("421") { return context.close(promise: nil) }
            if MailSessionHandler.isPositive(text) { next() }
        case nil:
            if isBefore { next() }
            write(reply, context)
            if !isBefore { next() }
        }
    }

    private static func isPositive(_ reply: String) -> Bool {
        let codes = Set(reply.components(separatedBy: "\r\n").map { $0.prefix(3) })
        return codes.count == 1 && codes.allSatisfy { $0.hasPrefix("2") || $0.hasPrefix("3") }
    }

    private func refuse(_ reply: String, _ context: ChannelHandlerContext) { write(reply, context) }

    private func write(_ reply: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: reply + "\r\n")), promise: nil)
    }

    private func decoded(_ text: String) -> String {
        Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
