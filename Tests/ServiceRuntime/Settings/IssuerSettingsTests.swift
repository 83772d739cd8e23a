@testable import ServiceRuntime

@Suite("Settings: identity providers") struct IssuerSettingsTests {
    private func load(_ yaml: String, _ environment: [String: String] = [:]) throws -> Settings.Loaded {
        let folder = try TemporaryFolder()
        let path = try folder.write(yaml, to: "balise.yaml")
        return withExtendedLifetime(folder) { Settings.load(.balise, ["--config", path], environment) }
    }

    private static let smallest = """
        issuers:
          breizhgo:
            issuer: https://mon-compte.bzh
            audiences: [ecovelo-breizhgo]

        """

    @Test("the defaults are those of OpenID Connect")
    func standard() throws {
        let loaded = try load(Self.smallest)
        #expect(loaded.problems.isEmpty)
        let discovery = try #require(URL(string: "https://mon-compte.bzh/.well-known/openid-configuration"))
        #expect(
            loaded.settings.issuers == [
                IssuerSettings(
                    name: "breizhgo", issuer: "https://mon-compte.bzh", audiences: ["ecovelo-breizhgo"],
                    keys: .discovery(discovery))
            ])
    }

    @Test("all settings of several providers are read, in the order of the file")
    func everything() throws {
        let loaded = try load(
            Self.smallest + """
                  other-one:
                    issuer: https://id.example/realms/a/
                    audiences: [a, b]
                    algorithms: [ES256]
                    keysUrl: https://id.example/keys
                    programs: [rennes, brest]
                    requiresPhone: true
                    trustsSecondStep: true
                    claims:
                      email: mail
                      firstName: ""
                      lastName: none
                      program: tenant
                """)
        #expect(loaded.problems.isEmpty && loaded.settings.issuers.map(\.name) == ["breizhgo", "other-one"])
        let other = try #require(loaded.settings.issuers.last)
        var claims = IssuerSettings.ClaimNames()
        claims.email = "mail"
        claims.firstName = nil
        claims.lastName = nil
        claims.program = "tenant"
        let keys = try #require(URL(string: "https://id.example/keys"))
        #expect(
            other
                == IssuerSettings(
                    name: "other-one", issuer: "https://id.example/realms/a/", audiences: ["a", "b"],
                    algorithms: [.es256], keys: .set(keys), programs: ["rennes", "brest"], claims: claims,
                    requiresPhone: true, trustsSecondStep: true))
    }

    @Test("the environment and the command line complete a provider of the file")
    func precedence() throws {
        let loaded = try load(Self.smallest, ["BALISE_ISSUERS_BREIZHGO_PROGRAMS": "rennes,brest"])
        #expect(loaded.problems.isEmpty && loaded.settings.issuers.first?.programs == ["rennes", "brest"])
        #expect(Settings.load(.balise, [], [:]).settings.issuers.isEmpty)
    }

    @Test("the environment or the command line alone can define a provider beside those of the file")
    func withoutFile() throws {
        let variables = [
            "BALISE_ISSUERS_MY_IDP_ISSUER": "https://id.example", "BALISE_ISSUERS_MY_IDP_AUDIENCES": "a,b",
            "BALISE_ISSUERS_MY_IDP_CLAIMS_FIRST_NAME": "name", "BALISE_ISSUERS_OTHER_ISSUER": "",
        ]
        let loaded = Settings.load(.balise, [], variables)
        #expect(loaded.problems.isEmpty)
        #expect(loaded.settings.warnings == ["BALISE_ISSUERS_OTHER_ISSUER is not a setting and has no effect"])
        let issuer = try #require(loaded.settings.issuers.first)
        #expect(issuer.name == "my-idp" && issuer.issuer == "https://id.example" && issuer.audiences == ["a", "b"])
        #expect(issuer.claims.firstName == "name")

        let options = ["--issuers-my-idp-issuer=https://id.example", "--issuers-my-idp-audiences", "a,b"]
        #expect(Settings.load(.balise, options, [:]).settings.issuers.map(\.name) == ["my-idp"])

        let both = try load(Self.smallest, variables)
        #expect(both.problems.isEmpty && both.settings.issuers.map(\.name) == ["breizhgo", "my-idp"])

        let incomplete = Settings.load(.balise, [], ["BALISE_ISSUERS_MY_IDP_PROGRAMS": "rennes"])
        #expect(incomplete.problems.contains { $0.message.hasPrefix("issuers.my-idp.issuer is missing") })
    }

    @Test("users can sign in on its web page, without audiences for its tokens")
    func webPage() throws {
        let loaded = try load(
            """
            issuers: {google: {issuer: 'https://accounts.google.com', clientId: us, clientSecret: hidden}}
            oauth: {redirectUris: ['com.example.app:/in', 'https://app.example/in?a=b', 'http://127.0.0.1:7/in']}
            """)
        #expect(loaded.problems.isEmpty)
        let issuer = try #require(loaded.settings.issuers.first)
        let discovery = try #require(URL(string: "https://accounts.google.com/.well-known/openid-configuration"))
        #expect(issuer.audiences.isEmpty)
        #expect(
            issuer.signIn
                == IssuerSettings.SignIn(
                    clientID: "us", clientSecret: Secret("hidden"), scopes: ["email"], discovery: discovery))
        #expect(loaded.settings.oauth.redirectURIs.count == 3)
        let apart = try load("issuers: {a: {issuer: 'https://a.example', clientSecret: hidden}}").problems
        #expect(apart.contains { $0.message.contains("clientSecret is set without") })
    }

    @Test("a provider with tenants has a placeholder, a discovery document and a list of allowed tenants")
    func tenants() throws {
        let entra = """
            issuers:
              entra:
                issuer: https://login.microsoftonline.com/{tenantid}/v2.0
                clientId: us

            """
        let missing = try load(entra).problems
        #expect(missing.contains { $0.message.hasPrefix("issuers.entra.discoveryUrl is missing") })
        let address = "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration"
        let document = "    discoveryUrl: \(address)\n"
        let loaded = try load(entra + document + "    tenants: [a-b, c]\n")
        #expect(loaded.problems.isEmpty)
        let issuer = try #require(loaded.settings.issuers.first)
        #expect(issuer.issuer == "https://login.microsoftonline.com/{tenantid}/v2.0" && issuer.tenants == ["a-b", "c"])
        let without = try load("issuers: {a: {issuer: 'https://a.example', audiences: [a], tenants: [b]}}").problems
        #expect(without.contains { $0.message.hasPrefix("issuers.a.tenants is set") })
    }

    @Test("Apple can be a provider with a web page, and returns a name or an address in a form")
    func responseModes() throws {
        func modes(_ provider: String) throws -> [IssuerSettings.ResponseMode] {
            let loaded = try load("issuers: {a: {clientId: us, \(provider)}}")
            #expect(loaded.problems.isEmpty)
            return loaded.settings.issuers.compactMap { $0.signIn?.responseMode }
        }
        let apple = "issuer: 'https://appleid.apple.com'"
        #expect(try modes(apple) == [.formPost])
        #expect(try modes("\(apple), scopes: [name]") == [.formPost])
        #expect(try modes("\(apple), scopes: []") == [.query])
        #expect(try modes("\(apple), responseMode: query") == [.query])
        #expect(try modes("issuer: 'https://a.example'") == [.query])
        #expect(try modes("issuer: 'https://a.example', responseMode: form_post") == [.formPost])
    }

    @Test(
        "an app's return address has its own scheme, https, or is on this machine",
        arguments: [
            "http://app.example/in", "javascript:alert(1)", "https://app.example/in#part", "com.example.app", "/in",
            "https:///in",
        ])
    func badRedirect(_ address: String) throws {
        #expect(try !load("oauth: {redirectUris: ['\(address)']}").problems.isEmpty)
    }

    @Test("Apple's tokens may name the same issuer as Balise's own")
    func sameIssuer() { #expect(Settings.load(.balise, [], ["BALISE_APPLE_ISSUER": "balise"]).problems.isEmpty) }

    @Test("discovery works for an issuer with a slash at the end")
    func slash() throws {
        let loaded = try load(Self.smallest.replacingOccurrences(of: ".bzh", with: ".bzh/"))
        let discovery = try #require(URL(string: "https://mon-compte.bzh/.well-known/openid-configuration"))
        #expect(loaded.settings.issuers.first?.keys == .discovery(discovery))
    }

    private func problems(_ provider: String) throws -> [String] {
        try load("issuers: {a: {audiences: [x], \(provider)}}").problems.map(\.message)
    }

    private static let addressesHere = [
        "http://localhost", "http://LOCALHOST:8080/realm", "http://127.0.0.1:1", "http://127.9.9.9",
        "http://[::1]:8080", "http://keycloak:8080/realms/a",
    ]

    @Test("a provider without TLS may be on this machine, or in a container beside it", arguments: addressesHere)
    func plainHTTPHere(_ address: String) throws {
        #expect(try problems("issuer: '\(address)'") == [])
        for key in ["keysUrl", "discoveryUrl"] {
            #expect(try problems("issuer: 'https://a.example', \(key): '\(address)'") == [])
        }
    }

    private static let addressesElsewhere = [
        "http://a.example", "http://localhost.a.example", "http://a.localhost", "http://10.0.0.1", "http://128.0.0.1",
        "http://127.0.0.1.a.example", "http://[::2]", "http://0.0.0.0", "http://134744072",
    ]

    @Test("a provider elsewhere needs TLS, unless http is allowed", arguments: addressesElsewhere)
    func plainHTTPElsewhere(_ address: String) throws {
        let settings = [
            ("issuer", "issuer: '\(address)'"), ("keysUrl", "issuer: 'https://a.example', keysUrl: '\(address)'"),
            ("discoveryUrl", "issuer: 'https://a.example', discoveryUrl: '\(address)'"),
        ]
        for (key, provider) in settings {
            let problem = try #require(try problems(provider).first)
            #expect(problem.hasPrefix("issuers.a.\(key): \(address) is not encrypted"))
            #expect(problem.contains("use https, or set issuers.a.allowHttp to true"))
            #expect(try problems(provider + ", allowHttp: true") == [])
        }
    }

    private static let mistakes: [(yaml: String, message: String)] = [
        ("issuers: {a: {audiences: [x]}}", "issuers.a.issuer is missing"),
        ("issuers: {a: {}}", "issuers.a.issuer is missing"),
        ("issuers: {a: {issuer: 'https://a.example'}}", "issuers.a.audiences is missing"),
        ("issuers: {a: {issuer: a.example, audiences: [x]}}", "issuers.a.issuer"),
        ("issuers: {a: {issuer: 'https://a.example?x=1', audiences: [x]}}", "issuers.a.issuer"),
        ("issuers: {a: {issuer: 'https://a.example', audiences: [x], issur: 1}}", "issuers.a.issur"),
        ("issuers: {a: {issuer: 'https://a.example', audiences: [x], claims: {mail: x}}}", "issuers.a.claims.mail"),
        ("issuers: {a: {issuer: 'https://a.example', audiences: [x], algorithms: [HS256]}}", "issuers.a.algorithms"),
        ("issuers: {a: {issuer: 'https://a.example', audiences: [x], algorithms: none}}", "issuers.a.algorithms"),
        ("issuers: {a: {issuer: 'https://a.example', audiences: [x], keysUrl: keys}}", "issuers.a.keysUrl"),
        (
            "issuers: {a: {issuer: 'https://a.example', audiences: [x], keysUrl: 'https://a.example/k', "
                + "discoveryUrl: 'https://a.example/d'}}", "issuers.a.keysUrl and issuers.a.discoveryUrl are both set"
        ),
        ("issuers: {a: {issuer: 'https://a.example', audiences: [x], requiresPhone: soon}}", "issuers.a.requiresPhone"),
        (
            "issuers: {a: {issuer: 'https://a.example', audiences: [x]}, "
                + "b: {issuer: 'https://a.example', audiences: [y]}}", "issuers.b.issuer"
        ),
        ("issuers: {a: {issuer: 'https://appleid.apple.com', audiences: [x]}}", "issuers.a.issuer"),
        (
            "{issuers: {a: {issuer: 'https://our.example', audiences: [x]}}, sessions: {issuer: 'https://our.example'}}",
            "issuers.a.issuer"
        ),
        ("issuers: {A b: {issuer: 'https://a.example', audiences: [x]}}", "issuers.A b"),
        ("issuers: {a: x}", "issuers.a"), ("issuers: [a]", "issuers"), ("issuers: x", "issuers"),
    ]

    @Test("an error stops the start and names its key", arguments: mistakes)
    func mistake(_ yaml: String, _ message: String) throws {
        let loaded = try load(yaml)
        #expect(loaded.problems.contains { $0.message.contains(message) }, "\(loaded.problems)")
    }

    @Test("each key is in the reference once, with a placeholder for the name")
    func reference() throws {
        let keys = SettingsCatalogue.balise.keys.filter { $0.name.hasPrefix("issuers.") }
        #expect(keys.count == 19)
        let key = try #require(keys.first { $0.name == "issuers.<name>.claims.firstName" })
        #expect(key.environmentName == "BALISE_ISSUERS_<NAME>_CLAIMS_FIRST_NAME")
    }
}
