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
    /// The owner's name for the forwarder, which the device's visitor list also shows.
    public var name: Personal<String>
    public var form: ForwarderForm
    /// Scheme, host and port of the address. The rest may contain a secret, so it is not shown.
    public var origin: Personal<String>
    public var precision: PlacePrecision
    public var createdAt: UnixTime
    /// The number of places that wait to be sent.
    public var waiting: Int
    /// The number of places that were never accepted and are not sent any more.
    public var dropped: Int
    /// When a place was last sent; nil before the first attempt, and after the visitor list was deleted.
    public var sentAt: UnixTime?
    /// When the target last accepted a place; nil if it has accepted none.
    public var deliveredAt: UnixTime?
    /// Why the last attempt failed; nil if it succeeded, and before the first attempt.
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

/// Creates a forwarder of a claimed device. Errors: `invalidRequest` with the wrong members; `notFound` and `forbidden`
/// as for `RemoveDeviceKey`; `conflict` if the device or the account has too many.
public struct CreateForwarder: RequestFromEdge, RequestByDevice {
    public typealias Reply = Forwarder
    public static let serviceCode = ServiceCode(.location, 144)

    /// The largest number of forwarders of a device.
    public static let maximumCount = 8
    /// The largest number of forwarders of an account's devices together.
    public static let maximumOfAccount = 16
    /// The largest number of characters in a name, a user or a password.
    public static let maximumLength = 100

    public var account: AccountID
    public var device: DeviceID
    public var name: Personal<String>
    public var form: ForwarderForm
    /// The whole address, perhaps with a secret in its path or query.
    public var url: SecretText
    public var precision: PlacePrecision
    /// The user that OwnTracks' form sends in the headers; nil for another form.
    public var user: Personal<String>?
    /// The password of Basic authentication in OwnTracks' form; nil for no password.
    public var password: SecretText?
    /// The signing secret of a webhook: `whsec_` and base64 of 24 to 64 bytes; nil for another form.
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

/// Lists the forwarders of a claimed device, the latest first, also after its key was changed. Errors: `notFound`
/// unless the account has claimed the device.
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

/// Sends the device's current place once, apart from the waiting places, and returns the target's answer. Errors:
/// `notFound` unless the account has the forwarder for this device; `forbidden` as for `RemoveDeviceKey`; `conflict` if
/// the device has no place to send; `rateLimited` within 10 seconds of another test.
public struct TestForwarder: RequestFromEdge, RequestByDevice {
    public static let serviceCode = ServiceCode(.location, 147)

    public struct Reply: Codable, Hashable, Sendable {
        /// Whether the target has accepted the place.
        public var isAccepted: Bool
        /// The HTTP status of the answer; nil if no answer arrived.
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

/// Notifies a user of a new forwarder of their places, on all push devices. Kind switches and quiet hours do not hold the
/// notice back, because the forwarder may be an attacker's. A repetition with the same id has no effect. Succeeds even if
/// the user has no push device.
public struct TellOfForwarder: ServiceRequest, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 149)
    public static var senders: Set<ServiceName> { [.location] }

    /// The account of the owner.
    public var account: AccountID
    public var id: NotificationID
    public var device: DeviceID
    /// Scheme, host and port of the forwarder's address.
    public var origin: Personal<String>
    public var createdAt: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, id, device, origin, createdAt }

    public init(
        account: AccountID, id: NotificationID, device: DeviceID, origin: Personal<String>, createdAt: UnixTime
    ) {
        (self.account, self.id, self.device) = (account, id, device)
        (self.origin, self.createdAt) = (origin, createdAt)
    }
}

/// Informs a user by e-mail of a new forwarder of their places, if the account has an address. A repetition with the same
/// id has no effect while the message waits. Errors: `notFound`.
public struct ReportForwarder: ServiceRequest, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.identity, 143)
    public static var senders: Set<ServiceName> { [.location] }

    /// The account of the owner.
    public var account: AccountID
    /// The id of the notice, as in `TellOfForwarder`.
    public var id: NotificationID
    public var createdAt: UnixTime

    enum CodingKeys: Int, CodingKey { case account = 0, id, createdAt }

    public init(account: AccountID, id: NotificationID, createdAt: UnixTime) {
        (self.account, self.id, self.createdAt) = (account, id, createdAt)
    }
}
