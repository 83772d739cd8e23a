public import BaliseJSON

/// The services with missing accounts to decide about.
public struct MissingAccountList: JSONConvertible, Hashable {
    public struct Count: JSONConvertible, Hashable {
        public var service: String
        public var missing: Int
        public var accounts: Int

        public init(service: String, missing: Int, accounts: Int) {
            self.service = service
            self.missing = missing
            self.accounts = accounts
        }
    }

    /// Empty if there is nothing to decide.
    public var services: [Count]

    public init(services: [Count]) { self.services = services }
}

/// The services that had something to decide, by name.
public struct DecidedServices: JSONConvertible, Hashable {
    /// Without services that did not answer.
    public var services: [String]

    public init(services: [String]) { self.services = services }
}
