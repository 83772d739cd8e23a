/// Stores one secret, and refuses writes on request, like the Keychain of a locked device.
actor FailingSecretStore: BaliseSecretStore {
    static let error = BaliseError.storage("the device is locked")

    private(set) var kept: Data?
    private var fails = false

    func fail(_ fails: Bool) { self.fails = fails }

    func read(_ name: String) -> Data? { kept }

    func write(_ data: Data, _ name: String) throws(BaliseError) {
        if fails { throw Self.error }
        kept = data
    }

    func remove(_ name: String) { kept = nil }
}
