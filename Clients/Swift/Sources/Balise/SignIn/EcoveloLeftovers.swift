import Foundation

/// Removes the values for Ecovelo's web app from the app's standard defaults, and stores nothing.
///
/// A client uses this store until `BaliseEcovelo` supplies its own. So a sign-in or sign-out also removes the values of
/// an earlier run or version of the app, even if this run never starts Ecovelo.
package struct EcoveloLeftovers: IssuedTokenStore {
    package static let tokenKey = "ecovelo_iam_token"
    package static let programKey = "ecovelo_program_id"
    package static let legacyPrefix = "ecovelo_sso_"
    package static let capacitorPrefix = "CapacitorStorage."

    /// Whether a key of the defaults belongs to Ecovelo: in any version, with or without Capacitor's prefix.
    package static func include(_ key: String) -> Bool {
        let bare = key.hasPrefix(capacitorPrefix) ? String(key.dropFirst(capacitorPrefix.count)) : key
        return bare == tokenKey || bare == programKey || bare.hasPrefix(legacyPrefix)
    }

    package func overwrite(with credential: Credential) {}

    package func clear() {
        let defaults = UserDefaults.standard
        for key in defaults.dictionaryRepresentation().keys where Self.include(key) {
            defaults.removeObject(forKey: key)
        }
    }
}
