@testable import Identity

@Suite("Messages to people", .timeLimit(.minutes(10))) struct MessageTests {
    @Test("A message holds the link, or the token where there is no page for it", arguments: ["fr", "en"])
    func link(_ locale: String) {
        let linked = PersonalMessage.sample(locale: locale)
        #expect(linked.text.value.contains("\nhttps://app.example/reset?t=pr_secret-token\n"))
        #expect(!linked.text.value.contains("{") && linked.subject?.isEmpty == false)
        let bare = PersonalMessage.sample(page: nil, locale: locale)
        #expect(bare.link == nil && bare.text.value.contains("\npr_secret-token\n"))
    }

    @Test("A message to a phone has no subject and fits into one short message", arguments: ["fr", "en"])
    func short(_ locale: String) throws {
        let message = PersonalMessage.sample(.phoneCode, page: nil, locale: locale)
        #expect(message.locale == locale && message.subject == nil)
        #expect(message.text.value.hasPrefix("pr_secret-token ") && !message.text.value.contains("{"))
        // The letters of GSM 03.38 that the texts need beside those of ASCII, which it has but for a few.
        let isPlain = message.text.value.unicodeScalars.allSatisfy { scalar in
            "éèùìòàäöñüÄÖÑÜ".unicodeScalars.contains(scalar)
                || scalar.isASCII && !"`[]{}\\^|~".unicodeScalars.contains(scalar)
        }
        #expect(isPlain && message.text.value.count - "pr_secret-token".count + OneTimeCode.phoneDigits <= 160)
        let body = try JSONSerialization.jsonObject(with: Data(try MessageBody(message).json())) as? [String: String]
        #expect(body?["channel"] == "sms" && body?["kind"] == "phone-code" && body?["token"] == "pr_secret-token")
        #expect(body?["subject"] == nil && body?["link"] == nil)
    }

    @Test("A message cannot be printed")
    func redaction() {
        let message = PersonalMessage.sample()
        for text in ["\(message)", String(reflecting: message)] {
            #expect(!text.contains("ada@example.org") && !text.contains("pr_secret-token"))
        }
    }

    @Test("A message is written to a file for its owner alone, and the log says only where")
    func file() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("messages.log")
        let log = LoggedLines()
        let sender = LogMessageSender(file: file, clock: SetClock(), logger: log.logger)
        try await sender.send(.sample())
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        try await sender.send(.sample())
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            let message = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(message?["to"] as? String == "ada@example.org" && message?["token"] as? String == "pr_secret-token")
        }
        #expect(log.all.count == 2 && log.all.allSatisfy { $0.contains(file.path) })
        #expect(!log.all.contains { $0.contains("ada@") || $0.contains("pr_") })
    }

    @Test("A message leaves the file with its account, and when its time is over")
    func forgetting() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("messages.log")
        let clock = SetClock()
        let log = LoggedLines()
        let sender = LogMessageSender(file: file, clock: clock, logger: log.logger)
        func lines() throws -> [String] {
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        }
        // No file is no fault.
        sender.forget(.named("ada"))
        try Data("not ours\n".utf8).write(to: file)
        for name in ["ada", "bob", "ada"] {
            var message = PersonalMessage.sample()
            message.account = .named(name)
            try await sender.send(message)
            clock.advance(seconds: 100)
        }
        sender.forget(.named("ada"))
        var left = try lines()
        #expect(left.count == 2 && left.allSatisfy { !$0.contains(#""account":"ada""#) })
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        sender.forget(writtenBefore: UnixTime.start.adding(seconds: 100))
        left = try lines()
        #expect(left.count == 2 && left[0] == "not ours" && left[1].contains(#""account":"bob""#))
        sender.forget(writtenBefore: UnixTime.start.adding(seconds: 101))
        #expect(try lines() == ["not ours"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names == ["messages.log"] && !log.all.contains { $0.hasPrefix("warning") })
    }

    @Test("The former address is told of a change, in a message that opens nothing", arguments: ["fr", "en"])
    func emailChanged(_ locale: String) throws {
        let message = PersonalMessage.sample(.emailChanged, locale: locale)
        #expect(message.locale == locale && message.subject?.isEmpty == false && !message.text.value.contains("{"))
        let body = try JSONSerialization.jsonObject(with: Data(try MessageBody(message).json())) as? [String: String]
        #expect(body?["kind"] == "email-changed" && body?["channel"] == "email")
        #expect(body?["token"] == nil && body?["link"] == nil && body?["expiresAt"] == nil)
    }

    @Test("A message is not sent when the file cannot be written")
    func noFile() async throws {
        let folder = try TemporaryFolder()
        let sender = LogMessageSender(file: folder.url, clock: SetClock(), logger: LoggedLines().logger)
        await #expect(throws: MessageNotSent.self) { try await sender.send(.sample()) }
    }
}
