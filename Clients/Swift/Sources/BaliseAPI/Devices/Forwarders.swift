public import BaliseJSON
public import Foundation

/// A forwarder, which sends each new place of a claimed device to an address: part of the answers of
/// users/me/location-devices/{device}/forwarders.
public struct BaliseForwarder: JSONConvertible, Hashable {
    /// Names the forwarder in calls.
    public var id: String
    /// The id of the device.
    public var device: String
    /// The name, which the visitor list of the device shows too.
    public var name: String
    /// How it writes the places.
    public var form: ForwarderForm
    /// Scheme, host and port of the address. The server does not show the rest again: it may contain a key.
    public var origin: String
    /// How exactly it sends the places.
    public var precision: PlacePrecision
    /// When it was made.
    public var createdAt: Date
    /// The number of places that wait.
    public var waiting: Int
    /// The number of places that the target has never accepted, and that are not sent any more.
    public var dropped: Int
    /// The last attempt; nil before the first one.
    public var sentAt: Date?
    /// When the target last accepted a place; nil if it never did.
    public var deliveredAt: Date?
    /// What went wrong with the last place; nil if nothing did.
    public var problem: String?
    /// The next attempt after a failed one.
    public var nextAt: Date?

    public init(
        id: String, device: String, name: String, form: ForwarderForm, origin: String,
        precision: PlacePrecision = .exact, createdAt: Date, waiting: Int = 0, dropped: Int = 0, sentAt: Date? = nil,
        deliveredAt: Date? = nil, problem: String? = nil, nextAt: Date? = nil
    ) {
        (self.id, self.device, self.name, self.form, self.origin) = (id, device, name, form, origin)
        (self.precision, self.createdAt, self.waiting, self.dropped) = (precision, createdAt, waiting, dropped)
        (self.sentAt, self.deliveredAt, self.problem, self.nextAt) = (sentAt, deliveredAt, problem, nextAt)
    }
}

/// The forwarders of a device, the latest first: the answer of GET users/me/location-devices/{device}/forwarders in an
/// envelope.
public struct BaliseForwarderList: JSONConvertible, Hashable {
    /// The forwarders.
    public var forwarders: [BaliseForwarder]
    /// The number of forwarders.
    public var totalCount: Int

    public init(forwarders: [BaliseForwarder], totalCount: Int) {
        (self.forwarders, self.totalCount) = (forwarders, totalCount)
    }
}

/// A new forwarder: the body of POST users/me/location-devices/{device}/forwarders.
public struct CreateForwarderRequest: JSONConvertible, Hashable {
    /// One line of at most 100 characters, for the visitor list of the device.
    public var name: String
    /// How it writes the places.
    public var form: ForwarderForm
    /// The https address. Its path and query may contain a key. An operator can also allow private networks and http.
    public var url: SecretText
    /// How exactly it sends the places; nil for `exact`.
    public var precision: PlacePrecision?
    /// For the form `owntracks`: the user in the headers; nil for `balise`.
    public var user: String?
    /// For the form `owntracks`: the password of Basic authentication.
    public var password: SecretText?
    /// For the form `webhook`: the signing secret, `whsec_` and base64 of 24 to 64 bytes.
    public var secret: SecretText?

    public init(
        name: String, form: ForwarderForm, url: SecretText, precision: PlacePrecision? = nil, user: String? = nil,
        password: SecretText? = nil, secret: SecretText? = nil
    ) {
        (self.name, self.form, self.url, self.precision) = (name, form, url, precision)
        (self.user, self.password, self.secret) = (user, password, secret)
    }
}

/// What the target of a forwarder answered to the present place: the answer of POST
/// users/me/location-devices/{device}/forwarders/{id}/test in an envelope.
public struct BaliseForwarderTest: JSONConvertible, Hashable {
    /// Whether the target has accepted the place.
    public var accepted: Bool
    /// The HTTP status of its answer; nil without an answer.
    public var status: Int?
    /// What happened, in English.
    public var outcome: String

    public init(accepted: Bool, status: Int? = nil, outcome: String) {
        (self.accepted, self.status, self.outcome) = (accepted, status, outcome)
    }
}
