/// Handles a server-to-server notification of Apple. A withdrawn consent ends the account's sessions; a deleted Apple
/// account erases the account. Other notifications are accepted and ignored.
///
/// Errors: `invalidToken` if it is not signed by Apple for this app; `unavailable` as for `SignInWithApple`: Apple then
/// sends it again.
public struct TakeAppleNotification: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 16)
    public static let isIdempotent = true
    public var ends: EndedCredentials { .ofAccounts() }

    /// The signed payload, a JWT.
    public var payload: SecretText

    enum CodingKeys: Int, CodingKey { case payload = 0 }

    public init(payload: SecretText) {
        self.payload = payload
    }
}
