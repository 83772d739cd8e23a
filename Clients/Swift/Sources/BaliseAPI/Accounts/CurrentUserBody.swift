// What GET auth/me and PATCH users/me answer, in an envelope.

/// The user who is signed in.
public struct CurrentUserBody: JSONBody, Hashable {
    /// The user.
    public var user: UserBody

    /// Makes a body of these members.
    public init(user: UserBody) {
        self.user = user
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        user = try json.needed("user")
    }

    public func write(to json: inout JSONObject) {
        json.set("user", user)
    }
}
