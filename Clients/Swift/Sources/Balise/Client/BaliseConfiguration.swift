// What an app decides about its client.

public import Foundation

/// Where the server is, who the app is to it, and what the client works with.
///
/// Only the server's address has to be given. What else there is has the real thing as its default: the system's clock
/// and random numbers, `URLSession`, and the Keychain or a private file.
public struct BaliseConfiguration: Sendable {
    /// The server's address, `https://balise.example`; with a path where the server stands behind a proxy under one.
    public var server: URL
    /// The key of a publisher (header `X-API-Key`), which only the publisher's own back office has; nil in apps.
    public var apiKey: SecretString?
    /// Which installation of the app this is, at most 128 printable characters of ASCII (header `X-Installation-Id`).
    /// Where an identity provider's tokens have no session id, it keeps the sessions of a person's devices apart. Nil
    /// for unsaid.
    public var installation: String?
    /// How many seconds the server may take for one answer.
    public var timeout: TimeInterval = 60
    /// What becomes of calls that the server puts off.
    public var retries = BaliseRetryPolicy()
    /// Says of which app, device and place each request comes.
    public var clientInfo: ClientInfoProvider = .shared
    /// Where tokens and keys are kept.
    public var secrets: any BaliseSecretStore
    /// Where the identity provider's token is left for a web app of an earlier design.
    public var ecoveloTokens = EcoveloTokenStore()
    /// How requests get to the server.
    public var transport: any BaliseTransport = BaliseURLSessionTransport()
    /// How the client waits.
    public var pause: any BaliseSleeper = BaliseSystemSleeper()
    /// What time it is.
    public var time: any BaliseClock = BaliseSystemClock()
    /// What keys and trace ids are made of.
    public var random: any BaliseRandomSource = BaliseSystemRandomSource()

    /// A configuration for a server.
    ///
    /// - Parameters:
    ///   - server: The server's address.
    ///   - secrets: Where tokens and keys are kept; nil for `BaliseConfiguration.systemSecrets`.
    public init(server: URL, secrets: (any BaliseSecretStore)? = nil) {
        self.server = server
        self.secrets = secrets ?? BaliseConfiguration.systemSecrets
    }

    /// The system's place for secrets: the Keychain on Apple systems, under the app's bundle id; elsewhere private
    /// files in `$XDG_CONFIG_HOME/balise`, or `~/.config/balise`.
    public static var systemSecrets: any BaliseSecretStore {
        #if canImport(Security)
            KeychainSecretStore(
                service: (Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName) + ".balise")
        #else
            FileSecretStore(folder: privateFolder(ProcessInfo.processInfo.environment))
        #endif
    }

    /// Where a program without a Keychain keeps its files: `$XDG_CONFIG_HOME/balise`, or `~/.config/balise`. A relative
    /// `XDG_CONFIG_HOME` counts as none, as the XDG Base Directory Specification says.
    ///
    /// - Parameter environment: The variables of the process.
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

    /// The server as the names of what is kept for it have it, `https://balise.example:8443/under`: what is kept for one
    /// server is not shown to another.
    var serverName: String {
        var name = "\(server.scheme?.lowercased() ?? "")://\(server.host?.lowercased() ?? "")"
        if let port = server.port { name += ":\(port)" }
        return name + server.pathWithoutSlash
    }
}

extension URL {
    /// The percent-encoded path, without slashes at its end.
    var pathWithoutSlash: String {
        let path = URLComponents(url: self, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
        return path.replacing(/\/+$/, with: "")
    }
}
