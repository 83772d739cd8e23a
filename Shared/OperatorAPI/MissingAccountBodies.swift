// What services keep of accounts that identity no longer has, and what was decided about it.

public import BaliseJSON

/// The services that have something to decide.
public struct MissingAccountList: JSONConvertible, Hashable {
    /// One service with accounts that are missing.
    public struct Count: JSONConvertible, Hashable {
        /// Its name.
        public var service: String
        /// How many accounts are missing.
        public var missing: Int
        /// How many it knows in all.
        public var accounts: Int

        /// Makes a body of these members.
        public init(service: String, missing: Int, accounts: Int) {
            self.service = service
            self.missing = missing
            self.accounts = accounts
        }
    }

    /// None where nothing is to be decided.
    public var services: [Count]

    /// Makes a body of this member.
    public init(services: [Count]) { self.services = services }
}

/// The services that had something to decide, by name.
public struct DecidedServices: JSONConvertible, Hashable {
    /// One that did not answer is not among them.
    public var services: [String]

    /// Makes a body of this member.
    public init(services: [String]) { self.services = services }
}
