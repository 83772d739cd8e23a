package import Balise
import BaliseAPI
import Foundation

/// Writes the identity provider's token and the program to the app's defaults, and removes them.
///
/// The defaults are not a safe place for secrets: every part of the app can read them, and backups contain them. Only
/// web apps of an earlier design read the token there; a page with `window.EcoveloSDK` does not (`EcoveloInjection`).
public struct EcoveloTokenStore: Sendable {
    /// The key under which the token is stored.
    public static let tokenKey = EcoveloLeftovers.tokenKey
    /// The key under which the program is stored.
    public static let programKey = EcoveloLeftovers.programKey
    /// The prefix that earlier versions added to the keys.
    public static let legacyPrefix = EcoveloLeftovers.legacyPrefix
    /// The prefix that Capacitor's Preferences adds to each key.
    public static let capacitorPrefix = EcoveloLeftovers.capacitorPrefix

    private let defaults: any Defaults
    private let alsoForCapacitor: Bool
    private let keepsToken: Bool

    /// Creates a store in the app's defaults.
    /// - Parameters:
    ///   - suiteName: The suite of the defaults; nil for the standard defaults.
    ///   - alsoForCapacitor: Whether to store both values also under the keys of Capacitor's Preferences, such as
    ///     `CapacitorStorage.ecovelo_iam_token`.
    ///   - keepsToken: Whether to store anything. Pass false if the page gets the token from ``EcoveloWebHost``; values
    ///     that earlier versions of the app stored are then removed.
    public init(suiteName: String? = nil, alsoForCapacitor: Bool = false, keepsToken: Bool = true) {
        self.init(SystemDefaults(suiteName: suiteName), alsoForCapacitor: alsoForCapacitor, keepsToken: keepsToken)
    }

    init(_ defaults: any Defaults, alsoForCapacitor: Bool = false, keepsToken: Bool = true) {
        (self.defaults, self.alsoForCapacitor, self.keepsToken) = (defaults, alsoForCapacitor, keepsToken)
    }

    /// Replaces the stored configuration, at each start and with each new token.
    public func overwrite(with config: EcoveloConfig) {
        guard keepsToken else { return clear() }
        for prefix in alsoForCapacitor ? ["", Self.capacitorPrefix] : [""] {
            defaults.set(config.iamToken.value, prefix + Self.tokenKey)
            // The program of an earlier token must not remain.
            defaults.set(config.programId, prefix + Self.programKey)
        }
    }

    /// Removes the token and the program, also under the keys for Capacitor and of earlier versions.
    public func clear() { for key in defaults.keys where EcoveloLeftovers.include(key) { defaults.set(nil, key) } }
}

extension EcoveloTokenStore: IssuedTokenStore {
    package func overwrite(with credential: Credential) { overwrite(with: EcoveloConfig(credential)) }
}

/// Texts that survive restarts, by name.
protocol Defaults: Sendable {
    var keys: [String] { get }

    /// Stores a text; nil removes it.
    func set(_ text: String?, _ key: String)
}

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
