public import BaliseJSON

/// The signed-in user, the answer of GET auth/me and PATCH users/me in an envelope.
public struct CurrentUserResponse: JSONConvertible, Hashable {
    /// The user.
    public var user: BaliseUser

    /// Makes a body of these members.
    public init(user: BaliseUser) {
        self.user = user
    }
}
