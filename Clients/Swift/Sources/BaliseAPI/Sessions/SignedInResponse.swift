public import BaliseJSON
public import Foundation

/// The tokens and the user: the answer to signing in, registering and refreshing. In JSON the access token appears
/// twice: one app reads it at the top, another app reads it in `data`.
public struct SignedInResponse: JSONConvertible, Hashable {
    /// The access token.
    public var token: SecretText
    /// The refresh token; nil if `token` itself refreshes the session.
    public var refreshToken: SecretText?
    /// The seconds until the token expires, or until the session ends if its token does not change; nil if unknown.
    public var expiresIn: Int64?
    /// The user. Nil only in the answer to a refresh, if the profile is unavailable at the moment.
    public var user: BaliseUser?
    /// The session that has begun; nil in the answer to a refresh.
    public var session: StartedSession?

    public init(
        token: SecretText, refreshToken: SecretText? = nil, expiresIn: Int64? = nil, user: BaliseUser? = nil,
        session: StartedSession? = nil
    ) {
        (self.token, self.refreshToken) = (token, refreshToken)
        (self.expiresIn, self.user, self.session) = (expiresIn, user, session)
    }

    public init(from decoder: any Decoder) throws {
        let content = try Wire(from: decoder).data
        self.init(
            token: content.token, refreshToken: content.sessionToken, expiresIn: content.expiresIn, user: content.user,
            session: content.session)
    }

    public func encode(to encoder: any Encoder) throws {
        try Wire(
            token: token,
            data: Wire.Content(
                user: user, sessionToken: refreshToken, session: session, token: token, expiresIn: expiresIn)
        ).encode(to: encoder)
    }

    /// The JSON form: one app reads the token at the top, another app reads everything in the envelope.
    private struct Wire: Codable {
        var success = AlwaysTrue()
        var token: SecretText?
        var data: Content

        struct Content: Codable {
            var user: BaliseUser?
            var sessionToken: SecretText?
            var session: StartedSession?
            var token: SecretText
            var expiresIn: Int64?
        }
    }
}

/// The session that has just begun. An unknown member is nil; a member that is deliberately not stored is empty.
public struct StartedSession: JSONConvertible, Hashable {
    /// The id with which the user ends the session.
    public var id: String
    /// The kind of device: `mobile` or `desktop`.
    @Nullable public var deviceType: String?
    /// The browser, for example `Firefox`; nil outside a browser.
    @Nullable public var browserName: String?
    /// The operating system, for example `iOS`.
    @Nullable public var osName: String?
    /// The city and country in one text.
    @Nullable public var location: String?
    /// Whether the device is a phone or a tablet.
    public var isMobile: Bool
    /// When the session began.
    public var createdAt: Date

    /// Creates a session; a member that is nil is written as `null`.
    public init(
        id: String, deviceType: String? = nil, browserName: String? = nil, osName: String? = nil,
        location: String? = nil, isMobile: Bool, createdAt: Date
    ) {
        self.id = id
        self.deviceType = deviceType
        self.browserName = browserName
        self.osName = osName
        self.location = location
        (self.isMobile, self.createdAt) = (isMobile, createdAt)
    }
}
