/// Identifies a forwarder for its owner. It opens nothing.
public struct ForwarderID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// Sends each new place of one claimed device to an address that its owner has chosen. It ends with the claim.
public struct Forwarder: Codable, Hashable, Sendable {
    public var id: ForwarderID
    public var device: DeviceID
    /// Also in the device's visitor list.
    public var name: Personal<String>
    public var form: ForwarderForm
    /// Scheme, host and port of the address. The rest may be a secret.
    public var origin: Personal<String>
    public var precision: PlacePrecision
    public var createdAt: UnixTime
    /// The places that wait.
    public var waiting: Int
    /// The places that were never accepted and are not sent any more.
    public var dropped: Int
    /// The last attempt.
    public var sentAt: UnixTime?
    /// When a place was last accepted.
    public var deliveredAt: UnixTime?
    /// Why the last attempt failed; nil if it did not.
    public var problem: String?
    public var nextAt: UnixTime?

    enum CodingKeys: Int, CodingKey {
        case id = 0, device, name, form, origin, precision, createdAt, waiting, dropped, sentAt, deliveredAt, problem
        case nextAt
    }

    public init(
        id: ForwarderID, device: DeviceID, name: Personal<String>, form: ForwarderForm, origin: Personal<String>,
        precision: PlacePrecision = .exact, createdAt: UnixTime, waiting: Int = 0, dropped: Int = 0,
        sentAt: UnixTime? = nil, deliveredAt: UnixTime? = nil, problem: String? = nil, nextAt: UnixTime? = nil
    ) {
        (self.id, self.device, self.name, self.form) = (id, device, name, form)
        (self.origin, self.precision, self.createdAt) = (origin, precision, createdAt)
        (self.waiting, self.dropped, self.sentAt, self.deliveredAt) = (waiting, dropped, sentAt, deliveredAt)
        (self.problem, self.nextAt) = (problem, nextAt)
    }
}

/// Makes a forwarder of a claimed device. Errors: `invalidRequest` with the wrong members; `notFound` and `forbidden` as for
/// `RemoveDeviceKey`; `conflict` if the device has too many.
public struct CreateForwarder: RequestFromEdge, RequestByDevice {
    public typealias Reply = Forwarder
    public static let serviceCode = ServiceCode(.location, 144)

    /// The most forwarders of a device.
    public static let maximumCount = 8
    /// In characters, of names, users and passwords.
    public static let maximumLength = 100

    public var account: AccountID
    public var device: DeviceID
    public var name: Personal<String>
    public var form: ForwarderForm
    /// The whole address, perhaps with a secret in its path or query.
    public var url: SecretText
    public var precision: PlacePrecision
    /// In OwnTracks' form, the user in the headers.
    public var user: Personal<String>?
    /// In OwnTracks' form, the password of Basic authentication.
    public var password: SecretText?
    /// The signing secret of a webhook: `whsec_` and base64 of 24 to 64 bytes.
    public var secret: SecretText?

    enum CodingKeys: Int, CodingKey {
        case account = 0, device, name, form, url, precision, user, password, secret
    }

    public init(
        account: AccountID, device: DeviceID, name: Personal<String>, form: ForwarderForm, url: SecretText,
        precision: PlacePrecision = .exact, user: Personal<String>? = nil, password: SecretText? = nil,
        secret: SecretText? = nil
    ) {
        (self.account, self.device, self.name, self.form) = (account, device, name, form)
        (self.url, self.precision, self.user, self.password, self.secret) = (url, precision, user, password, secret)
    }
}

/// Lists the forwarders of a claimed device, the latest first. Errors: `notFound` and `forbidden` as for `RemoveDeviceKey`.
public struct ListForwarders: RequestFromEdge, RequestByDevice, IdempotentRequest {
    public typealias Reply = [Forwarder]
    public static let serviceCode = ServiceCode(.location, 145)

    public var account: AccountID
    public var device: DeviceID

    enum CodingKeys: Int, CodingKey { case account = 0, device }

    public init(account: AccountID, device: DeviceID) { (self.account, self.device) = (account, device) }
}

/// Removes a forwarder with its waiting places. Errors: `notFound` unless the account has it for this device.
public struct RemoveForwarder: RequestFromEdge, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 146)

    public var account: AccountID
    public var device: DeviceID
    public var forwarder: ForwarderID

    enum CodingKeys: Int, CodingKey { case account = 0, device, forwarder }

    public init(account: AccountID, device: DeviceID, forwarder: ForwarderID) {
        (self.account, self.device, self.forwarder) = (account, device, forwarder)
    }
}

/// Sends the present place of the device once, beside the waiting ones, and returns what the target answered. Errors:
/// `notFound` unless the account has the forwarder for this device; `conflict` if the device has no place to send.
public struct TestForwarder: RequestFromEdge, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 147)

    public struct Reply: Codable, Hashable, Sendable {
        /// Whether the target has accepted the place.
        public var isAccepted: Bool
        /// The status of the answer; nil without one.
        public var status: Int?
        /// What happened, in English.
        public var outcome: String

        enum CodingKeys: Int, CodingKey { case isAccepted = 0, status, outcome }

        public init(isAccepted: Bool, status: Int? = nil, outcome: String) {
            (self.isAccepted, self.status, self.outcome) = (isAccepted, status, outcome)
        }
    }

    public var account: AccountID
    public var device: DeviceID
    public var forwarder: ForwarderID

    enum CodingKeys: Int, CodingKey { case account = 0, device, forwarder }

    public init(account: AccountID, device: DeviceID, forwarder: ForwarderID) {
        (self.account, self.device, self.forwarder) = (account, device, forwarder)
    }
}
