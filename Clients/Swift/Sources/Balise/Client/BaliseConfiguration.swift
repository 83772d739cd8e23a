public import Foundation

/// The server's address, an API key for back offices, and the parts that the client uses. Only the address is required.
/// The defaults are the system's clock and random numbers, `URLSession`, and the Keychain or private files.
public struct BaliseConfiguration: Sendable {
    /// The server's address, `https://balise.example`. The address needs a path if a proxy serves Balise below a path.
    public var server: URL
    /// A publisher's API key (header `X-API-Key`), for the publisher's own back office. Leave it nil in apps.
    public var apiKey: SecretText?
    /// The id of this installation of the app, at most 128 printable ASCII characters (header `X-Installation-Id`). If
    /// an identity provider's tokens have no session id, this id keeps the sessions of a user's devices apart.
    public var installation: String?
    /// How long the server may take for one answer, in seconds.
    public var timeout: TimeInterval = 60
    /// When the client repeats a call that the server asks to send again later.
    public var retries = BaliseRetryPolicy()
    /// Describes the app, device and place in the headers of each request.
    public var clientInfo: ClientInfoProvider = .shared
    /// The store for tokens and keys.
    public var secrets: any BaliseSecretStore
    /// The store for the token of a host app's identity provider, which another part of the app reads. Nil for
    /// `EcoveloLeftovers`, unless `BaliseEcovelo` supplies a store.
    package var issuedTokens: (any IssuedTokenStore)?
    /// Sends the requests.
    public var transport: any BaliseTransport = BaliseURLSessionTransport()
    /// The timer for the client's waits, such as the wait between two tries.
    public var pause: any BaliseSleeper = BaliseSystemSleeper()
    /// The clock that tells the client the time.
    public var time: any BaliseClock = BaliseSystemClock()
    /// The source of the random numbers that keys are made from.
    public var random: any BaliseRandomSource = BaliseSystemRandomSource()

    /// Creates a configuration for a server.
    /// - Parameter secrets: The store for tokens and keys; nil for `BaliseConfiguration.systemSecrets`.
    public init(server: URL, secrets: (any BaliseSecretStore)? = nil) {
        self.server = server
        self.secrets = secrets ?? BaliseConfiguration.systemSecrets
    }

    /// The system's store for secrets: the Keychain on Apple systems, under the app's bundle id; elsewhere private
    /// files in `$XDG_CONFIG_HOME/balise` or `~/.config/balise`.
    public static var systemSecrets: any BaliseSecretStore {
        #if canImport(Security)
            KeychainSecretStore(
                service: (Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName) + ".balise")
        #else
            FileSecretStore(folder: privateFolder(ProcessInfo.processInfo.environment))
        #endif
    }

    /// Returns the folder for secrets where there is no Keychain: `$XDG_CONFIG_HOME/balise`, or `~/.config/balise`. A
    /// relative `XDG_CONFIG_HOME` is ignored, as the XDG Base Directory Specification demands.
    public static func privateFolder(_ environment: [String: String]) -> URL {
        let home: URL =
            if let configurationHome = environment["XDG_CONFIG_HOME"], configurationHome.hasPrefix("/") {
                URL(fileURLWithPath: configurationHome, isDirectory: true)
            } else {
                URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory(), isDirectory: true)
                    .appendingPathComponent(".config", isDirectory: true)
            }
        return home.appendingPathComponent("balise", isDirectory: true)
    }

    /// The server's address as it appears in the names of stored secrets, `https://balise.example:8443/under`. It keeps
    /// the secrets of several servers apart.
    var serverName: String {
        var name = "\(server.scheme?.lowercased() ?? "")://\(server.host?.lowercased() ?? "")"
        if let port = server.port { name += ":\(port)" }
        return name + server.pathWithoutSlash
    }
}

extension URL {
    /// The path of the server's address, percent-encoded and without a slash at its end.
    var pathWithoutSlash: String {
        let path = URLComponents(url: self, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
        return path.replacing(/\/+$/, with: "")
    }
}
