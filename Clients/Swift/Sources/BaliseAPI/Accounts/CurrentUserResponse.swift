// What GET auth/me and PATCH users/me answer, in an envelope.

public import BaliseJSON

/// The user who is signed in.
public struct CurrentUserResponse: JSONConvertible, Hashable {
    /// The user.
    public var user: BaliseUser

    /// Makes a body of these members.
    public init(user: BaliseUser) {
        self.user = user
    }
}
