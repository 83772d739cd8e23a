@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct PageTests {
    private static let browser = ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
    private static let pages = [
        "/", "/account", "/account/join", "/account/forgot", "/account/reset?token=pr_1", "/account/reset",
    ]

    @Test(arguments: pages)
    func letsTheBrowserDoNothingElse(_ path: String) async throws {
        let response = try await ScriptedServices.people().ask("GET", path, headers: [Self.browser])
        #expect(response.status == (path == "/account/reset" ? 400 : 200))
        #expect(response.header("Content-Type") == "text/html; charset=utf-8")
        #expect(response.header("Cache-Control") == "no-store" && response.header("Referrer-Policy") == "no-referrer")
        let asker = path == "/account" ? "self" : ""
        #expect(response.header("Permissions-Policy") == "camera=(), geolocation=(\(asker)), microphone=()")
        let policy = try #require(response.header("Content-Security-Policy"))
        #expect(policy.contains("default-src 'none'; script-src 'self'; style-src 'self'"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("*"))
        #expect(!response.body.contains("style=") && !response.body.contains("<style"))
        #expect(response.body.matches(of: #/\son[a-z]+=|javascript:|<script(?![^>]+src=")/#).isEmpty)
        #expect(response.header("Set-Cookie") == nil)
    }

    /// A place without a text would show its name.
    @Test(arguments: PageTexts.all.keys.sorted())
    func hasAllTextsInEveryLanguage(_ language: String) throws {
        let texts = try #require(PageTexts.all[language])
        #expect(texts.language == language && texts.names == PageTexts.all["en"]?.names)
        #expect(texts.names.allSatisfy { !texts[$0].isEmpty })
        let values: Set = [
            "action", "alert", "button", "emailForms", "field", "key", "secondStepForms", "cancels", "code", "content",
            "heading", "kind", "proof", "receiver", "ticket", "what",
            "admitsAll", "hasPasskeys", "signUpLink", "language", "made", "link", "linkText", "message", "operator",
            "picture", "providers", "script", "server", "title", "token", "minimumZoom", "maximumZoom", "attribution",
        ]
        for file in EmbeddedDocument.pages.keys where file.hasSuffix(".html") {
            let unknown = PageTemplate(file: file).places.subtracting(values).subtracting(texts.names)
            #expect(unknown == [], "\(file)")
        }
    }

    /// Every error is in the user's language; the services' texts are in English.
    @Test(arguments: ErrorCode.allCases)
    func hasATextForEachError(_ code: ErrorCode) throws {
        var texts: Set<String> = []
        for language in PageTexts.all.values {
            let text = language.text(of: EdgeError(code, "a text of a service"))
            #expect(language.names.contains(PageTexts.name(of: code)), "\(language.language)")
            #expect(!text.hasPrefix("error."))
            #expect(language.language == "en" || !text.contains("a text of a service"))
            texts.insert(text)
        }
        #expect(texts.count == PageTexts.all.count)
    }

    @Test(
        "A long outage is not called a busy server",
        arguments: [
            ("en", "The company's sign-in does not answer."),
            ("fr", "Cela ne fonctionne pas pour le moment. Réessayez plus tard."),
        ])
    func hasATextForALongOutage(_ language: String, _ text: String) {
        let error = EdgeError(.unavailable, "the company's sign-in does not answer", retryAfter: 60)
        #expect(PageTexts.all[language]?.text(of: error) == text)
    }

    /// Every text that a script names exists, and the kinds of errors with detailed texts are the same.
    @Test func hasTheTextsThatScriptsName() throws {
        let names = try #require(PageTexts.all["en"]?.names)
        let known = try EmbeddedDocument.pages.filter { $0.key.hasSuffix(".js") }.flatMap { file in
            let script = String(buffer: file.value.content)
            if file.key == "calls.js" {
                let listed = try #require(script.firstMatch(of: /detailed = \[(.*)\];/)).1
                    .matches(of: /"([A-Z_]+)"/).map { String($0.1) }
                #expect(Set(listed) == Set(PageTexts.detailed.map(\.rawValue)))
            }
            return script.matches(of: /word\("([A-Za-z]+)"/).map { String($0.1) }
        }
        #expect(known.count > 15)
        #expect(Set(known).subtracting(names) == [])
    }

    @Test(arguments: [
        ("fr-FR,fr;q=0.9,en;q=0.8", "fr"), ("FR", "fr"), ("de, fr;q=0.5, en;q=0.4", "fr"), ("de", "en"), ("", "en"),
        ("en-GB;q=0.3, fr;q=0.2", "en"), ("fr;q=0", "en"),
    ])
    func comesInTheBrowsersLanguage(_ accepted: String, _ language: String) async throws {
        try await withEdge(.people()) { edge in
            for path in ["/", "/account", "/account/forgot", "/account/nowhere", "/nowhere"] {
                let response = try await edge.request(
                    "GET", path, headers: [Self.browser, ("Accept-Language", accepted)])
                #expect(response.body.contains(#"<html lang="\#(language)">"#), "\(path)")
            }
        }
    }

    /// Miataru clients have always got this line.
    @Test(arguments: [nil, "*/*", "text/plain", "application/json"] as [String?])
    func keepsTheTextForClients(_ accepted: String?) async throws {
        let headers = accepted.map { [("Accept", $0)] } ?? []
        let response = try await ScriptedServices().ask("GET", "/", headers: headers)
        #expect(response.header("Content-Type") == "text/plain; charset=utf-8" && response.body.contains("miataru"))
        #expect(response.headers.contains { $0.name == "vary" && $0.value == "Accept" })
    }

    /// An unknown address is a page for people and JSON for programs, and the paths of the API are JSON for both.
    @Test(arguments: [
        ("GET", "/nope", browser.1, true), ("HEAD", "/nope", browser.1, true), ("GET", "/account/nope", "*/*", true),
        ("GET", "/nope", "*/*", false), ("POST", "/nope", browser.1, false), ("GET", "/v1/nope", browser.1, false),
        ("GET", "/account/session/nope", browser.1, false),
    ])
    func tellsPeopleThatThereIsNoPage(
        _ method: String, _ path: String, _ accept: String, _ isPage: Bool
    ) async throws {
        let response = try await ScriptedServices().ask(method, path, headers: [("Accept", accept)])
        #expect(response.status == 404)
        #expect(response.header("Content-Type")?.hasPrefix(isPage ? "text/html" : "application/json") == true)
        #expect((response.header("Content-Security-Policy") != nil) == isPage)
        // Caches keep the page and the JSON apart.
        if path == "/nope", method != "POST" {
            #expect(response.headers.contains { $0.name == "vary" && $0.value.hasPrefix("Accept") })
        }
        if isPage, method == "GET" { #expect(response.body.contains(#"href="/">"#)) }
    }

    /// A signed-in user enters a password as a proof, and no name.
    @Test(arguments: [("en", "The password is wrong."), ("fr", "Le mot de passe est incorrect.")])
    func saysThatTheProofIsWrong(_ language: String, _ text: String) {
        #expect(PageTexts.all[language]?.text(of: EdgeError(.wrongCredentials, "").asWrongCurrentPassword) == text)
    }

    /// What a service says is translated if its sentence is known, and general otherwise.
    @Test(arguments: [
        (["this password is very common and easy to guess; choose another one"], "Ce mot de passe est très courant"),
        (["a phone number must have 6 to 15 digits, with or without a + before them"], "Un numéro de téléphone compte"),
        (["something new"], "Une information manque"), (["x", "something new"], "Une information manque"),
    ])
    func saysInFrenchWhyInputIsRefused(_ messages: [String], _ text: String) throws {
        let error = EdgeError(messages.map { WrongMember("member", $0) })
        let texts = try #require(PageTexts.all["fr"])
        #expect(texts.text(of: error).hasPrefix(text))
    }

    @Test func namesTheOperatorOnlyIfConfigured() async throws {
        let unsaid = try await ScriptedServices().ask("GET", "/", headers: [Self.browser])
        #expect(unsaid.body.contains("Balise") && !unsaid.body.contains("run by"))
        let hostile = #"<img src=x onerror=alert(1)> "&' \#u{202E}x"#
        let said = try await withEdge(configure: {
            $0.pages.name = hostile
            $0.pages.operatedBy = "The <b>town</b>"
        }) { try await $0.request("GET", "/", headers: [Self.browser]) }
        #expect(said.body.contains("It is run by <bdi>The &lt;b&gt;town&lt;/b&gt;</bdi>."))
        #expect(
            !said.body.contains("<img") && said.body.contains("&lt;img src=x onerror=alert(1)&gt; &quot;&amp;&#39;"))
    }

    @Test(arguments: [true, false])
    func offersAnAccountOnlyIfAllMayMakeOne(_ isOpen: Bool) async throws {
        try await withEdge(configure: { $0.identity.registration = isOpen ? .open : .invited }) { edge in
            let welcome = try await edge.request("GET", "/", headers: [Self.browser])
            #expect(welcome.body.contains(##"href="/account#sign-up""##) == isOpen)
            let account = try await edge.request("GET", "/account", headers: [Self.browser])
            #expect(account.body.contains(#"data-admits-all="\#(isOpen ? "yes" : "no")""#))
        }
    }

    @Test(arguments: ["frame.html", "account.html", "..%2Fopenapi.yaml", "nothing.js", ""])
    func givesNoOtherFile(_ name: String) async throws {
        let response = try await ScriptedServices().ask("GET", "/account/files/\(name)")
        #expect(response.status == 404 && response.header("Content-Security-Policy") != nil)
    }

    /// Scripts insert foreign values only as text.
    @Test func hasNoScriptThatWritesHTML() throws {
        for files in [EmbeddedDocument.pages, EmbeddedDocument.console] {
            for (name, file) in files where name.hasSuffix(".js") {
                let script = String(buffer: file.content)
                for forbidden in [
                    "innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "://",
                ] {
                    // Addresses of the phone's map app, of SVG and of commands, and words about addresses.
                    let namesAddresses: Set = [
                        "figures.js", "charts.js", "places.js", "api.js", "calls.js", "setting-words-fr.js",
                    ]
                    let isAllowed = namesAddresses.contains(name) && forbidden == "://"
                    #expect(isAllowed || !script.contains(forbidden), "\(name): \(forbidden)")
                }
            }
        }
    }
}
