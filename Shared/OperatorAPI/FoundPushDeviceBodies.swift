// Whose push tokens are: what GET /push-devices answers.

public import BaliseJSON

/// Push devices that were found.
public struct FoundPushDevices: JSONConvertible, Hashable {
    /// The last registered first, 20 at most.
    public var pushDevices: [FoundAccountPushDevice]

    /// Makes a body of this member.
    public init(pushDevices: [FoundAccountPushDevice]) { self.pushDevices = pushDevices }

    /// How many characters of a token it is asked for by.
    public static let prefixLength = 8...32

    /// The parameters of the query; one of them has to be there.
    public enum Parameter: String, CaseIterable, Sendable {
        /// How the token begins.
        case token
        /// The session that registered it.
        case session
    }
}

/// A push device, and whose it is.
public struct FoundAccountPushDevice: JSONConvertible, Hashable {
    /// The account, by its id.
    public var account: String
    /// The session that registered the token.
    public var session: String
    /// How it is reached, and what arrived and failed there last.
    public var device: AccountPushDevice

    /// Makes a body of these members.
    public init(account: String, session: String, device: AccountPushDevice) {
        self.account = account
        self.session = session
        self.device = device
    }
}
