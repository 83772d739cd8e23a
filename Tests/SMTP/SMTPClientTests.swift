import Fakes
import Foundation
import Isolation
import Models
import Testing

@testable import SMTP

@Suite("A mail server", .timeLimit(.minutes(10)))
struct SMTPClientTests {
    private struct Secured {
        var plan = FakeMailServer.Plan()
        let folder: TemporaryFolder
        let trusted: URL

        init(
            _ security: FakeMailServer.Security, _ certificate: SelfSignedCertificate? = nil, password: String? = nil
        ) throws {
            let certificate = try certificate ?? SelfSignedCertificate(name: "mail.example")
            folder = try TemporaryFolder()
            trusted = folder.url.appendingPathComponent("trusted.pem")
            try Data(certificate.certificatePEM.utf8).write(to: trusted)
            plan.security = security
            plan.certificate = certificate
            plan.login = password.map { (user: "balise", password: $0) }
        }
    }

    private static let right = SMTPOptions.Login(user: "balise", password: "secret")

    private func options(
        _ server: FakeMailServer, _ security: SMTPOptions.Security = .none, trusting file: URL? = nil,
        login: SMTPOptions.Login? = nil, host: String = "127.0.0.1", timeout: Duration = .seconds(60),
        helloName: String? = nil
    ) -> SMTPOptions {
        SMTPOptions(
            host: host, port: server.port, security: security, login: login, timeout: timeout,
            trustedCertificates: file, helloName: helloName)
    }

    private func send(_ options: SMTPOptions, _ mail: Mail = .sample()) async throws -> SMTPFailure? {
        let client = try SMTPClient(options)
        defer { client.close() }
        do throws(SMTPFailure) { try await client.send(mail) } catch { return error }
        return nil
    }

    @Test("accepts a mail and receives it unchanged")
    func plain() async throws {
        try await FakeMailServer.run { server in
            let mail = Mail.sample(text: ".dot\n..dots\n.\n")
            #expect(try await send(options(server), mail) == nil)
            let received = try #require(server.mails.first)
            #expect(received.content + "\r\n" == String(decoding: try mail.rendered(), as: UTF8.self))
            #expect(received.sender == "MAIL FROM:<balise@mail.example>")
            #expect(received.recipient == "RCPT TO:<ada@example.org>")
            #expect(server.commands.first == "EHLO [127.0.0.1]")
        }
    }

    @Test(
        "is used over TLS, from the start or after STARTTLS, with a login",
        arguments: [SMTPOptions.Security.tls, .starttls], ["AUTH PLAIN LOGIN", "AUTH LOGIN", "AUTH CRAM-MD5 PLAIN"])
    func secured(_ security: SMTPOptions.Security, _ mechanisms: String) async throws {
        var secured = try Secured(security == .tls ? .tls : .startTLS, password: "pass wörd")
        secured.plan.extensions = [mechanisms]
        try await FakeMailServer.run(secured.plan) { server in
            let login = SMTPOptions.Login(user: "balise", password: "pass wörd")
            for host in ["127.0.0.1", "localhost"] {
                let failure = try await send(
                    options(server, security, trusting: secured.trusted, login: login, host: host))
                #expect(failure == nil)
            }
            #expect(server.mails.count == 2)
            #expect(server.mails.allSatisfy { $0.isEncrypted && $0.user == "balise" })
        }
    }

    @Test("with a wrong certificate gets no mail", arguments: [FakeMailServer.Security.tls, .startTLS])
    func distrusted(_ security: FakeMailServer.Security) async throws {
        let ours: SMTPOptions.Security = security == .tls ? .tls : .starttls
        // Nobody vouches for it; then it is vouched for, and has another name.
        let unknown = try Secured(security)
        let other = try Secured(security, SelfSignedCertificate(name: "elsewhere.example", isOfLoopback: false))
        for (secured, file) in [(unknown, nil), (other, other.trusted)] {
            for host in ["127.0.0.1", "localhost"] {
                try await FakeMailServer.run(secured.plan) { server in
                    let failure = try #require(
                        try await send(options(server, ours, trusting: file, login: Self.right, host: host)))
                    #expect(!failure.isFinal && server.mails.isEmpty)
                    #expect(server.commands.allSatisfy { $0.hasPrefix("EHLO") || $0 == "STARTTLS" || $0 == "QUIT" })
                }
            }
        }
    }

    @Test("without STARTTLS, or with an attacker in between, gets no mail and no password")
    func stripped() async throws {
        func commands(_ plan: FakeMailServer.Plan, _ fault: FakeMailServer.Fault?, _ file: URL) async throws -> [String]
        {
            var heard: [String] = []
            try await FakeMailServer.run(plan) { server in
                if let fault { server.fail(.startTLS, fault) }
                let failure = try #require(
                    try await send(options(server, .starttls, trusting: file, login: Self.right)))
                #expect(!failure.isFinal && server.mails.isEmpty)
                heard = server.commands
            }
            return heard
        }
        let secured = try Secured(.startTLS)
        let faults: [FakeMailServer.Fault] = [.reply("454 4.7.0 not now"), .reply("502 no"), .hangUp]
        var all = try await commands(FakeMailServer.Plan(), nil, secured.trusted)
        for fault in faults { all += try await commands(secured.plan, fault, secured.trusted) }
        // A reply that was put behind the server's before TLS begins.
        all += try await commands(
            secured.plan, .reply("220 go on\r\n250-mail.example\r\n250 AUTH PLAIN"), secured.trusted)
        #expect(all.allSatisfy { $0.hasPrefix("EHLO") || $0 == "STARTTLS" || $0 == "QUIT" })
    }

    private static let faults: [FakeMailServer.Fault] = [
        .hangUp, .reply("421 4.3.2 closing"), .reply("451 4.3.0 later"), .reply("HTTP/1.1 400 Bad Request"),
        .reply("250-half\r\n251 of another"),
    ]

    @Test("that fails at a step can accept the mail later", arguments: FakeMailServer.Step.allCases)
    func temporary(_ step: FakeMailServer.Step) async throws {
        for fault in Self.faults {
            let secured = try Secured(.startTLS, password: "secret")
            try await FakeMailServer.run(secured.plan) { server in
                server.fail(step, fault)
                let options = options(server, .starttls, trusting: secured.trusted, login: Self.right)
                let failure = try #require(try await send(options), "\(step) \(fault)")
                #expect(!failure.isFinal && !failure.description.contains("@"), "\(step) \(fault)")
                #expect(server.mails.isEmpty)
                #expect(try await send(options) == nil)
                #expect(server.mails.count == 1)
            }
        }
    }

    @Test(
        "that does not answer delays the client for no longer than the time of a step",
        arguments: FakeMailServer.Step.allCases)
    func silent(_ step: FakeMailServer.Step) async throws {
        let secured = try Secured(.startTLS, password: "secret")
        try await FakeMailServer.run(secured.plan) { server in
            server.fail(step, .silence)
            // Steps before it have to come about in that time as well, on a busy machine.
            let options = options(server, .starttls, trusting: secured.trusted, login: Self.right, timeout: .seconds(1))
            let failure = try #require(try await send(options))
            #expect(!failure.isFinal && server.mails.isEmpty)
        }
    }

    @Test("refuses a mail for good by 5xx, but not by errors about the login", arguments: FakeMailServer.Step.allCases)
    func permanent(_ step: FakeMailServer.Step) async throws {
        let secured = try Secured(.startTLS, password: "secret")
        try await FakeMailServer.run(secured.plan) { server in
            server.fail(step, .reply("550 5.7.1 <ada@example.org> no"))
            let failure = try #require(
                try await send(options(server, .starttls, trusting: secured.trusted, login: Self.right)))
            #expect(failure.isFinal == [.sender, .recipient, .data, .content].contains(step))
            #expect(failure.description.contains("550 5.7.1") && !failure.description.contains("ada"))
        }
    }

    @Test("that refuses the login accepts the mail after the login is fixed")
    func login() async throws {
        var secured = try Secured(.tls, password: "secret")
        try await FakeMailServer.run(secured.plan) { server in
            let wrong = SMTPOptions.Login(user: "balise", password: "wrong")
            for login in [wrong, nil] {
                let failure = try #require(
                    try await send(options(server, .tls, trusting: secured.trusted, login: login)))
                #expect(!failure.isFinal)
                #expect(failure.description.contains(login == nil ? "530" : "535"))
            }
        }
        secured.plan.extensions = ["AUTH GSSAPI"]
        try await FakeMailServer.run(secured.plan) { server in
            let failure = try #require(
                try await send(options(server, .tls, trusting: secured.trusted, login: Self.right)))
            #expect(!failure.isFinal && failure.description.contains("AUTH PLAIN"))
        }
    }

    @Test("gets domains in ASCII, and other letters only if it offers SMTPUTF8")
    func international() async throws {
        let mail = Mail.sample(to: "ädå@exämple.org")
        try await FakeMailServer.run { server in
            #expect(try await send(options(server), mail) == nil)
            let received = try #require(server.mails.first)
            #expect(received.sender == "MAIL FROM:<balise@mail.example> BODY=8BITMIME SMTPUTF8")
            #expect(received.recipient == "RCPT TO:<ädå@xn--exmple-cua.org>")
        }
        var plan = FakeMailServer.Plan()
        plan.extensions = []
        try await FakeMailServer.run(plan) { server in
            let failure = try #require(try await send(options(server), mail))
            #expect(failure.isFinal && !failure.description.contains("ädå"))
            #expect(try await send(options(server), .sample(to: "ada@exämple.org")) == nil)
            let received = try #require(server.mails.first)
            #expect(received.sender == "MAIL FROM:<balise@mail.example>")
            #expect(received.recipient == "RCPT TO:<ada@xn--exmple-cua.org>")
        }
    }

    @Test("is greeted with the name of the host if there is one")
    func hello() async throws {
        try await FakeMailServer.run { server in
            let failure = try await send(options(server, helloName: "mail.example.org"))
            #expect(failure == nil)
            #expect(server.commands.first == "EHLO mail.example.org")
        }
    }

    @Test(
        "is greeted with the host's name only if other hosts can look it up",
        arguments: [
            ("mail.example.org", "mail.example.org"), ("Mail.Example.org", "mail.example.org"),
            ("vm.xn--bcher-kva.example", "vm.xn--bcher-kva.example"), ("balise", nil), ("3f2a1b9c8d7e", nil), ("", nil),
            ("localhost.localdomain", nil), ("mac.local", nil), ("db.localhost", nil), ("10.0.0.7", nil),
            ("my_host.example.org", nil), ("-a.example.org", nil), ("a..org", nil), ("example.org.", nil),
            ("a b.org", nil), ("x.org\r\nMAIL", nil),
        ] as [(String, String?)])
    func hostName(_ host: String, _ name: String?) { #expect(SMTPOptions.helloName(ofHost: host) == name) }

    private actor Tokens: AccessTokenSource {
        private var left: [String]
        private(set) var refused: [String] = []

        init(_ tokens: [String]) { left = tokens }

        func accessToken() async throws(SMTPFailure) -> String {
            guard !left.isEmpty else { throw SMTPFailure("no token") }
            return left.removeFirst()
        }

        func forget(_ token: String) { refused.append(token) }
    }

    @Test("accepts an access token, and the client forgets a refused one")
    func accessToken() async throws {
        var secured = try Secured(.tls)
        secured.plan.extensions = ["AUTH LOGIN XOAUTH2"]
        secured.plan.accessToken = ("ada@example.org", "good")
        try await FakeMailServer.run(secured.plan) { server in
            let tokens = Tokens(["old", "good"])
            let login = SMTPOptions.Login(user: "ada@example.org", accessToken: tokens)
            let options = options(server, .tls, trusting: secured.trusted, login: login)
            let failure = try #require(try await send(options))
            #expect(!failure.isFinal && failure.description == "the mail server answered AUTH with 535 5.7.8")
            #expect(await tokens.refused == ["old"])
            #expect(try await send(options) == nil)
            #expect(server.mails.map(\.user) == ["ada@example.org"])
            #expect(try await send(options)?.description == "no token")
            // Errors that do not concern the token keep it.
            server.fail(.authentication, .reply("454 4.7.0 later"))
            let other = Tokens(["good"])
            let again = SMTPOptions.Login(user: "ada@example.org", accessToken: other)
            let later = try await send(self.options(server, .tls, trusting: secured.trusted, login: again))
            #expect(later?.isFinal == false)
            #expect(await other.refused.isEmpty)
        }
        secured.plan.extensions = ["AUTH PLAIN LOGIN"]
        try await FakeMailServer.run(secured.plan) { server in
            let login = SMTPOptions.Login(user: "ada@example.org", accessToken: Tokens(["good"]))
            let failure = try await send(options(server, .tls, trusting: secured.trusted, login: login))
            #expect(failure?.description.contains("XOAUTH2") == true && failure?.isFinal == false)
        }
    }

    @Test("gets several mails over one connection, and a new connection after its end")
    func kept() async throws {
        try await FakeMailServer.run { server in
            let client = try SMTPClient(options(server))
            for number in 0..<3 { try await client.send(.sample(id: "\(number)")) }
            #expect(server.connections == 1 && server.mails.count == 3)
            // Connections that ended while idle, with and without a message.
            await server.hangUp()
            try await client.send(.sample(id: "3"))
            server.fail(.sender, .reply("421 4.4.2 idle for too long"))
            try await client.send(.sample(id: "4"))
            server.fail(.sender, .hangUp)
            try await client.send(.sample(id: "5"))
            #expect(server.mails.count == 6 && server.connections == 4)
            // The mail is not sent again once the server may have accepted it.
            server.fail(.content, .hangUp)
            await #expect(throws: SMTPFailure.self) { try await client.send(.sample(id: "6")) }
            #expect(server.mails.count == 6)
            client.close()
        }
    }

    @Test("gets each of several simultaneous mails once")
    func parallel() async throws {
        try await FakeMailServer.run { server in
            let client = try SMTPClient(options(server))
            try await concurrently(20) { number in try await client.send(.sample(id: "\(number)")) }
            client.close()
            #expect(server.mails.count == 20 && server.connections <= 20)
        }
    }

    @Test("is disconnected when the client is closed")
    func idle() async throws {
        try await FakeMailServer.run { server in
            var options = options(server)
            options.idleTime = .milliseconds(20)
            let client = try SMTPClient(options)
            try await client.send(.sample())
            try await eventually("it says goodbye") { server.commands.last == "QUIT" }
            client.close()
        }
    }

    @Test(
        "that hangs is disconnected at once when the task is cancelled",
        arguments: [FakeMailServer.Step.greeting, .content])
    func cancelled(_ step: FakeMailServer.Step) async throws {
        try await FakeMailServer.run { server in
            server.fail(step, .silence)
            let client = try SMTPClient(options(server))
            let sending = Task { try await client.send(.sample()) }
            try await eventually("it is under way") {
                step == .greeting ? server.connections == 1 : server.commands.last == "DATA"
            }
            sending.cancel()
            await #expect(throws: SMTPFailure.self) { try await sending.value }
            client.close()
        }
    }

    @Test("without a listener is reported, without endless lookups of its name")
    func unreachable() async throws {
        let options = SMTPOptions(host: "127.0.0.1", port: 1, security: .none)
        let failure = try #require(try await send(options))
        #expect(!failure.isFinal && failure.description.hasPrefix("the mail server cannot be reached"))
    }

    @Test("is refused with a file without certificates")
    func certificates() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("none.pem")
        try Data("nothing".utf8).write(to: file)
        let options = SMTPOptions(host: "localhost", port: 465, security: .tls, trustedCertificates: file)
        #expect(throws: SMTPOptions.Unusable.self) { try SMTPClient(options) }
    }
}
