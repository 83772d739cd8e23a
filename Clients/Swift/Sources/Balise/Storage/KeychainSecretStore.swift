#if canImport(Security)
    public import Foundation
    import Security

    /// Stores secrets as generic passwords in the Keychain. They are readable after the first unlock of the device, so
    /// that the app can work in the background. They never leave the device, not even in a backup.
    public struct KeychainSecretStore: BaliseSecretStore {
        /// The service of the entries (`kSecAttrService`).
        public let service: String
        /// The access group that shares the entries with other apps (`kSecAttrAccessGroup`); nil for this app only.
        public let accessGroup: String?

        /// Creates a store in the Keychain.
        public init(service: String, accessGroup: String? = nil) {
            (self.service, self.accessGroup) = (service, accessGroup)
        }

        public func read(_ name: String) throws(BaliseError) -> Data? {
            var query = self.query(name)
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            switch status {
            case errSecSuccess: return found as? Data
            case errSecItemNotFound: return nil
            default: throw failure("read", status)
            }
        }

        public func write(_ data: Data, _ name: String) throws(BaliseError) {
            let content: [String: Any] = [
                kSecValueData as String: data,
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(query(name) as CFDictionary, content as CFDictionary)
            if status == errSecItemNotFound {
                status = SecItemAdd(query(name).merging(content) { $1 } as CFDictionary, nil)
                // Another task or process has added the entry first.
                if status == errSecDuplicateItem {
                    status = SecItemUpdate(query(name) as CFDictionary, content as CFDictionary)
                }
            }
            guard status == errSecSuccess else { throw failure("written", status) }
        }

        public func remove(_ name: String) throws(BaliseError) {
            let status = SecItemDelete(query(name) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw failure("removed", status) }
        }

        private func query(_ name: String) -> [String: Any] {
            var query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrService as String: service,
                kSecAttrAccount as String: name,
                // With this attribute, macOS also uses the Keychain of iOS.
                kSecUseDataProtectionKeychain as String: true,
            ]
            if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
            return query
        }

        private func failure(_ what: String, _ status: OSStatus) -> BaliseError {
            let reason = SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
            return .storage("the Keychain's item cannot be \(what): \(reason)")
        }
    }
#endif
