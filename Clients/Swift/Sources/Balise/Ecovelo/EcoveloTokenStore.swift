// The identity provider's token where a web app of the documented design looks for it: in the app's defaults.

import Foundation

/// Leaves the identity provider's token and the program in the app's defaults, and takes them away.
///
/// The defaults are no safe place for secrets: every part of the app can read them, and backups hold them. The token is
/// written there only because the web app was designed to read it there. Balise itself never reads it, and a page with
/// `window.EcoveloSDK` does not need it (`EcoveloInjection`).
public struct EcoveloTokenStore: Sendable {
    /// Under which the token stands.
    public static let tokenKey = "ecovelo_iam_token"
    /// Under which the program stands.
    public static let programKey = "ecovelo_program_id"
    /// What the keys of versions before these begin with.
    public static let legacyPrefix = "ecovelo_sso_"
    /// What Capacitor's Preferences puts before each key.
    public static let capacitorPrefix = "CapacitorStorage."

    private let defaults: any Defaults
    private let alsoForCapacitor: Bool
    private let keepsToken: Bool

    /// A store in the app's defaults.
    ///
    /// - Parameters:
    ///   - suiteName: The suite of the defaults; nil for the standard ones.
    ///   - alsoForCapacitor: Whether both also stand under the names by which a web app reads them with Capacitor's
    ///     Preferences, `CapacitorStorage.ecovelo_iam_token`.
    ///   - keepsToken: Whether anything is left there. An app whose page has the token from ``EcoveloWebHost`` does
    ///     without; what earlier versions of it left is taken away all the same.
    public init(suiteName: String? = nil, alsoForCapacitor: Bool = false, keepsToken: Bool = true) {
        self.init(
            SystemDefaults(suiteName: suiteName), alsoForCapacitor: alsoForCapacitor, keepsToken: keepsToken)
    }

    init(_ defaults: any Defaults, alsoForCapacitor: Bool = false, keepsToken: Bool = true) {
        self.defaults = defaults
        self.alsoForCapacitor = alsoForCapacitor
        self.keepsToken = keepsToken
    }

    /// Puts a configuration in place of what there was, at each start and with each new token.
    public func overwrite(with config: EcoveloConfig) {
        guard keepsToken else { return clear() }
        for prefix in alsoForCapacitor ? ["", Self.capacitorPrefix] : [""] {
            defaults.set(config.iamToken.value, prefix + Self.tokenKey)
            // Another program's name must not outlive it.
            defaults.set(config.programId, prefix + Self.programKey)
        }
    }

    /// Takes the token, the program, and everything that versions before these left, away; also what was left for
    /// Capacitor.
    public func clear() {
        for key in defaults.keys {
            let bare = key.hasPrefix(Self.capacitorPrefix) ? String(key.dropFirst(Self.capacitorPrefix.count)) : key
            if bare == Self.tokenKey || bare == Self.programKey || bare.hasPrefix(Self.legacyPrefix) {
                defaults.set(nil, key)
            }
        }
    }
}

/// Texts that are kept by name over the restarts of an app.
protocol Defaults: Sendable {
    /// The names under which something is kept.
    var keys: [String] { get }

    /// Keeps a text, or nothing from now on.
    func set(_ text: String?, _ key: String)
}

/// `UserDefaults`.
private struct SystemDefaults: Defaults {
    let suiteName: String?

    private var defaults: UserDefaults? {
        guard let suiteName else { return .standard }
        return UserDefaults(suiteName: suiteName)
    }

    var keys: [String] { defaults.map { Array($0.dictionaryRepresentation().keys) } ?? [] }

    func set(_ text: String?, _ key: String) {
        if let text { defaults?.set(text, forKey: key) } else { defaults?.removeObject(forKey: key) }
    }
}
