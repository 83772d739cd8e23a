@testable import Identity

@Suite("Texts of messages", .timeLimit(.minutes(10))) struct MessageTemplateTests {
    private let folder: TemporaryFolder
    private var place: URL { folder.url.appendingPathComponent("messages") }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, _ path: String) throws {
        let file = place.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func load(_ language: String = "en") throws -> MessageTemplates {
        try MessageTemplates(folder: place, defaultLanguage: language)
    }

    @Test(
        "A text is in the person's first language that has one, or else in the default language",
        arguments: [
            (["fr"], "fr"), (["fr-CA"], "fr"), (["FR_ca"], "fr"), (["en-GB", "fr"], "en"), (["de", "fr-FR"], "fr"),
            (["de"], "en"), ([], "en"), ([""], "en"), (["frr"], "en"), (["pt_BR"], "pt-BR"), (["pt-PT"], "pt-BR"),
            (["de", "pt"], "pt-BR"),
        ] as [([String], String)])
    func languages(_ locales: [String], _ language: String) throws {
        for kind in MessageKind.allCases {
            let subject = kind.channel == .email ? "Subject: Olá\n\n" : ""
            try write(subject + "{link}{code}".filtered(for: kind), "pt-BR/\(kind.rawValue).txt")
        }
        let templates = try load()
        for kind in MessageKind.allCases { #expect(templates.find(kind, in: locales)?.language == language) }
        let french = try load("fr")
        if language == "en", locales.first != "en-GB" {
            #expect(french.find(.passwordReset, in: locales)?.language == "fr")
        }
    }

    @Test("An operator's text replaces the built-in text of the same kind")
    func replaced() throws {
        try write("Subject: Nouveau\r\n\r\nIci : {link}, oui, {link}\r\n", "fr/password-reset.txt")
        try write("<p>{anchor}</p><i>{link}</i>", "en/password-reset.html")
        let templates = try load()
        let french = PersonalMessage.sample(locale: "fr", templates: templates)
        let link = "https://app.example/reset?t=pr_secret-token"
        #expect(french.subject == "Nouveau" && french.text.value == "Ici : \(link), oui, \(link)\n")
        // HTML that says something else than the text would be shown in its place.
        #expect(french.html == nil)
        let english = PersonalMessage.sample(templates: templates)
        #expect(english.subject == "Your new password")
        #expect(english.html?.value == "<p><a href=\"\(link)\">\(link)</a></p><i>\(link)</i>")
        let kept = PersonalMessage.sample(.emailChanged, locale: "fr", templates: templates)
        #expect(kept.html?.value.contains("Désormais") == true)
    }

    @Test("Inserted values are escaped in HTML and not expanded again")
    func escaping() throws {
        let template = try MessageTemplate(
            .passwordReset, text: "Subject: s\n\n{link}", html: "<a title='{link}'>{anchor}</a> a{b:c}")
        let value = "https://e.example/?a=1&b=\"'><script>{anchor}{code}"
        let (text, html) = template.rendered("pr_x", link: value, at: .start)
        #expect(text == value)
        let escaped = "https://e.example/?a=1&amp;b=&quot;&#39;&gt;&lt;script&gt;{anchor}{code}"
        #expect(html == "<a title='\(escaped)'><a href=\"\(escaped)\">\(escaped)</a></a> a{b:c}")
        let token = template.rendered("pr_x", link: nil, at: .start)
        #expect(token.html == "<a title='pr_x'><code>pr_x</code></a> a{b:c}")
    }

    @Test("A character is escaped also when a combining mark follows")
    func combined() throws {
        let template = try MessageTemplate(
            .newSignIn, text: "Subject: s\n\n{moment}", html: "<p>{moment}</p><i title='{client}'>x</i>")
        let hostile = "a'\u{301} b\"\u{308} <\u{301}i>\u{308} &\u{301}"
        let html = try #require(template.rendered("", link: nil, at: .start, client: hostile).html)
        let title = try #require(html.split(separator: "title=").last)
        // Those of the template itself, and what each of the five that were put in begins with.
        let expected: [Unicode.Scalar: Int] = ["'": 2, "<": 1, ">": 2, "\"": 0, "&": 5]
        for (scalar, count) in expected { #expect(title.unicodeScalars.count { $0 == scalar } == count, "\(scalar)") }
    }

    @Test("A text with a code leaves out the lines with a link where there is none")
    func links() throws {
        let template = try MessageTemplate(
            .signInCode, text: "Subject: s\n\n{code}\n\nOr: {link}\n\nBye",
            html: "<b>{code}</b>\n<p>{anchor}</p>\n<i>x</i>")
        let bare = template.rendered("123", link: nil, at: .start)
        #expect(bare.text == "123\n\nBye" && bare.html == "<b>123</b>\n<i>x</i>")
        let linked = template.rendered("123", link: "app:1", at: .start)
        #expect(linked.text == "123\n\nOr: app:1\n\nBye")
        #expect(linked.html == "<b>123</b>\n<p><a href=\"app:1\">app:1</a></p>\n<i>x</i>")
    }

    @Test("The built-in texts are complete in each language")
    func builtIn() throws {
        for language in ["en", "fr"] {
            for kind in MessageKind.allCases {
                let message = PersonalMessage.sample(kind, page: "https://e.example/{token}", locale: language)
                #expect(message.locale == language && (message.html != nil) == (kind.channel == .email))
                for text in [message.text.value, message.html?.value ?? ""] { #expect(!text.contains("{")) }
                if MessageKind.emailCodes.contains(kind) {
                    let link = "https://e.example/\(kind.rawValue)/pr_secret-token"
                    #expect(message.link?.value == link && message.text.value.contains("\npr_secret-token\n"))
                    #expect(message.text.value.contains(link) && message.html?.value.contains(link) == true)
                    let bare = PersonalMessage.sample(kind, page: nil, locale: language)
                    #expect(bare.link == nil && !bare.text.value.contains("http"))
                    #expect(bare.html?.value.contains("http") == false && bare.html?.value.contains("{") == false)
                }
                if kind == .passwordReset {
                    let link = "https://e.example/pr_secret-token"
                    #expect(message.html?.value.contains("<a href=\"\(link)\">\(link)</a>") == true)
                    #expect(message.html?.value.contains("<html lang=\"\(language)\">") == true)
                }
            }
        }
        let bare = PersonalMessage.sample(page: nil)
        #expect(bare.html?.value.contains("<code>pr_secret-token</code>") == true)
    }

    private static let broken: [(path: String, text: String, reason: String)] = [
        ("en/password-reset.txt", "Hello", "has to begin with a line \"Subject: …\""),
        ("en/password-reset.txt", "Subject: x\nHello {link}", "has to begin with a line \"Subject: …\""),
        ("en/password-reset.txt", "Subject:  \n\nHello {link}", "has to have a subject"),
        ("en/password-reset.txt", "Subject: {link}\n\nHello {link}", "without placeholders"),
        ("en/password-reset.txt", "Subject: a\u{7}b\n\nHello {link}", "has to have a subject"),
        ("en/password-reset.txt", "Subject: x\n\nHello", "lacks {link}"),
        ("en/password-reset.txt", "Subject: x\n\n{link} {name}", "has a placeholder {name}"),
        ("en/password-reset.txt", "Subject: x\n\n{anchor}", "has a placeholder {anchor}"),
        ("en/password-reset.html", "<p>Hello</p>", "lacks {link} or {anchor}"),
        ("fr/password-reset.html", "<p>{link} {code}</p>", "has a placeholder {code}"),
        ("en/phone-code.txt", "Hello", "lacks {code}"), ("en/phone-code.txt", "\n \n", "has no text"),
        ("en/phone-code.html", "{code}", "is for messages to phones"),
        ("en/sign-in-code.txt", "Subject: x\n\n{link}", "lacks {code}"),
        ("en/sign-in-code.txt", "Subject: x\n\n{code} {link}", "has the code and the link in one line"),
        ("en/sign-in-code.html", "<p>{code} {anchor}</p>", "has the code and the link in one line"),
        ("en/email-changed.txt", "Subject: x\n\n{link}", "has a placeholder {link}"),
        ("en/password_reset.txt", "Subject: x\n\n{link}", "is for no message; there are password-reset, invitation"),
        ("french/password-reset.txt", "Subject: x\n\n{link}", "is named after no language"),
        ("en/password-reset.txt", "Subject: x\n\n{link}\0", "cannot be read as a text in UTF-8"),
    ]

    @Test("A broken text stops the start and names its file", arguments: broken)
    func isTold(_ path: String, _ text: String, _ reason: String) async throws {
        try write(text, path)
        let thrown = await #expect(throws: MessageTemplates.Unusable.self) {
            try await IdentityHarness.run(in: folder) { _ in Issue.record("it has started") }
        }
        let failure = try #require(thrown)
        #expect(failure.description.hasPrefix(place.path) && failure.description.contains(reason), "\(failure)")
    }

    @Test("A text that a language lacks is sent in another language, and the log reports it at the start")
    func lacking() async throws {
        try write("Subject: Neu\n\n{link}", "de/password-reset.txt")
        try write("<p>{anchor}</p>", "de/invitation.html")
        for (language, other) in [("en", "en"), ("fr", "fr"), ("de", "en")] {
            let templates = try load(language)
            #expect(templates.find(.passwordReset, in: ["de-AT"])?.template.subject == "Neu")
            for kind in MessageKind.allCases where kind != .passwordReset {
                #expect(templates.find(kind, in: ["de"])?.language == other)
                #expect(templates.missing.contains("de/\(kind.rawValue).txt"))
            }
            #expect(templates.missing.count == MessageKind.allCases.count - 1)
        }
        try await IdentityHarness.run(in: folder) { identity in
            #expect(identity.log.all.contains { $0.contains("de/new-sign-in.txt") })
        }
        #expect(try MessageTemplates(folder: place.appendingPathComponent("none"), defaultLanguage: "en").missing == [])
    }

    @Test("A default language without texts stops the start")
    func noDefault() throws {
        let failure = #expect(throws: MessageTemplates.Unusable.self) { try load("de") }
        #expect(failure?.description.contains("set one of en, fr") == true)
    }

    @Test("Hidden files beside the texts are ignored")
    func hidden() throws {
        try write("x", ".DS_Store")
        try write("x", "en/.DS_Store")
        #expect(throws: Never.self) { try load() }
    }
}

extension String {
    fileprivate func filtered(for kind: MessageKind) -> String {
        switch kind {
        case .passwordReset, .invitation: replacing("{code}", with: "")
        case .phoneCode, .emailVerification, .emailChange, .proofCode, .signInCode: replacing("{link}", with: "")
        case .emailChanged, .emailTaken: "x"
        case .exported, .exportedByOperator: "x {moment}"
        case .newSignIn: "x {moment} {client} {link}"
        case .newForwarder: "x {moment} {link}"
        }
    }
}
