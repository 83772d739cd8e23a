public import BaliseJSON

/// The push devices that match a search: the answer of GET /push-devices.
public struct FoundPushDevices: JSONConvertible, Hashable {
    /// The last registered first, at most 20.
    public var pushDevices: [FoundAccountPushDevice]

    public init(pushDevices: [FoundAccountPushDevice]) { self.pushDevices = pushDevices }

    /// The allowed lengths of a token's beginning.
    public static let prefixLength = 8...32

    /// The query parameters; exactly one is required.
    public enum Parameter: String, CaseIterable, Sendable {
        case token
        case session
    }
}

/// A push device with its account and session: an item in the answer of GET /push-devices.
public struct FoundAccountPushDevice: JSONConvertible, Hashable {
    public var account: String
    public var session: String
    /// With the last delivery and the last failure.
    public var device: AccountPushDevice

    public init(account: String, session: String, device: AccountPushDevice) {
        self.account = account
        self.session = session
        self.device = device
    }
}
