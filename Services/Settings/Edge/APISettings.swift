public import Models
public import ServiceRuntime

/// The access to the API of the apps, and its limits.
public struct APISettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.edge: ["api"]]

    public var allowedOrigins: [String]
    public var failuresPerMinute: Int
    public var registrationsPerMinute: Int
    public var cachedPrincipals: Int
    public var profileFields: [String]

    public init(_ reader: inout SettingsReader) {
        allowedOrigins = reader.read(
            "api.allowedOrigins", .origins, default: [], "The web pages that may call from a browser.")
        failuresPerMinute = reader.read(
            "api.failuresPerMinute", .whole(1...1_000_000), default: 30,
            "How many wrong passwords, and wrong tokens and keys, an address may show in a minute before further wrong ones are answered 429."
        )
        registrationsPerMinute = reader.read(
            "api.registrationsPerMinute", .whole(1...1_000_000), default: 60,
            "How many accounts, changes of names, password links or codes an address may ask for in a minute. Each kind is counted separately."
        )
        cachedPrincipals = reader.read(
            "api.cachedPrincipals", .whole(0...1_000_000), default: 10_000,
            "How many callers the edge remembers between their requests.")
        profileFields = reader.read(
            "api.profileFields", .words("a member's name such as nickname"), default: [],
            "The members that your apps may keep in profiles, in addition to those in docs/reference/accounts.md.")
    }
}

extension SectionNames { public var api: APISettings.Type { APISettings.self } }

/// The access to the Appwrite account API, its limits and its cookies.
public struct AppwriteSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.edge: ["appwrite"]]

    /// The pages from which a browser sends the cookies (RFC 6265bis, section 4.1.2.7).
    public enum SameSite: String, CaseIterable, Sendable {
        case none
        case lax
        case strict
    }

    public var project: String
    public var allowedOrigins: [String]
    public var sameSite: SameSite
    public var fallbackCookies: Bool
    public var accountsPerHour: Int
    public var signInsPerHour: Int
    public var anonymousSessionsPerHour: Int

    public init(_ reader: inout SettingsReader) {
        project = reader.read(
            "appwrite.project", .projectName, default: "familysync",
            "The project id that Appwrite clients are set to; their cookies are named after it.")
        allowedOrigins = reader.read(
            "appwrite.allowedOrigins", .origins, default: [],
            "The web pages that may use the Appwrite account API from a browser, with cookies.")
        sameSite = reader.read(
            "appwrite.sameSite", .word, default: .lax,
            "The web pages from which browsers send the session cookies; `none` needs https.")
        fallbackCookies = reader.read(
            "appwrite.fallbackCookies", .flag, default: false,
            "Whether sessions also travel in X-Fallback-Cookies, for web pages whose browser keeps no cookies.")
        accountsPerHour = reader.read(
            "appwrite.accountsPerHour", .whole(1...1_000_000), default: 10,
            "How many accounts an address may make in an hour through the Appwrite account API.")
        signInsPerHour = reader.read(
            "appwrite.signInsPerHour", .whole(1...1_000_000), default: 10,
            "How often an address may sign in with one e-mail address in an hour. A success resets the count.")
        anonymousSessionsPerHour = reader.read(
            "appwrite.anonymousSessionsPerHour", .whole(1...1_000_000), default: 50,
            "How many anonymous sessions an address may begin in an hour.")
    }
}

extension SectionNames { public var appwrite: AppwriteSettings.Type { AppwriteSettings.self } }

extension ValueForm where Value == String {
    fileprivate static let projectName = ValueForm.plain(
        allowed: "1 to 36 letters, digits, dots, hyphens and underscores", refusal: "is no project id"
    ) {
        $0.isASCIIAlphanumeric(or: "._-") && $0.utf8.count <= 36
    }
}

public struct EcoveloSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.edge: ["ecovelo"]]

    /// The origins of the web view's pages on Android and on iOS.
    public var allowedOrigins: [String]

    public init(_ reader: inout SettingsReader) {
        allowedOrigins = reader.read(
            "ecovelo.allowedOrigins", .origins, default: ["https://localhost", "capacitor://localhost"],
            "The web views that may call the Ecovelo API, by the origin of their page.")
    }
}

extension SectionNames { public var ecovelo: EcoveloSettings.Type { EcoveloSettings.self } }
