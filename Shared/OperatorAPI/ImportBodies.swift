public import BaliseJSON
public import Models

/// The import to begin: the body of POST /account-imports.
public struct BeginAccountImportRequest: OperatorRequest, Hashable {
    public var source: ImportSource

    public init(source: ImportSource) { self.source = source }

    public static let members: KeyValuePairs = ["source": "firebase, supabase, appwrite, pocketbase or demo"]
}

/// A begun import: the answer of POST /account-imports.
public struct BegunAccountImport: JSONConvertible, Hashable {
    /// The token, which the portions and the end of this import must contain. It is valid for a day.
    public var token: SecretText

    public init(token: SecretText) { self.token = token }
}

/// A portion of users: the body of POST /account-imports/users.
public struct ImportAccountsRequest: OperatorRequest, Hashable {
    /// The import's token; nil for a dry run, which writes nothing.
    public var token: SecretText?
    public var source: ImportSource
    public var users: [ImportedUser]

    public init(token: SecretText? = nil, source: ImportSource, users: [ImportedUser]) {
        (self.token, self.source, self.users) = (token, source, users)
    }

    public static let members: KeyValuePairs = [
        "token": "the token of an import", "source": "firebase, supabase, appwrite, pocketbase or demo",
        "users": "a list of users",
    ]

    public static func refusal(at path: String) -> String {
        path.hasPrefix("users") && path != "users" ? "\(path) is missing or has another form" : refusal(of: path)
    }
}

/// The import to end: the body of POST /account-imports/end.
public struct EndAccountImportRequest: OperatorRequest, Hashable {
    public var token: SecretText

    public init(token: SecretText) { self.token = token }

    public static let members: KeyValuePairs = ["token": "the token of an import"]
}
