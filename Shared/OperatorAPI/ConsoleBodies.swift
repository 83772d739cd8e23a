// Links into the console, and the sessions that have begun by them.

public import BaliseAPI
public import BaliseJSON
public import Foundation

/// What somebody may do in the console: what the credential may that the link was made with.
public struct ConsoleRole: OpenWord {
    /// The word.
    public let rawValue: String

    /// A word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// See what there is.
    public static let viewer = ConsoleRole(rawValue: "viewer")
    /// Help one person, too.
    public static let support = ConsoleRole(rawValue: "support")
    /// Everything.
    public static let `operator` = ConsoleRole(rawValue: "operator")
    /// The words that are known here.
    public static let allCases: [ConsoleRole] = [.viewer, .support, .operator]
}

/// A link into the console: what POST /console-links answers.
public struct ConsoleLink: JSONConvertible, Hashable {
    /// The address for a browser. It holds a secret, and counts once.
    public var url: SecretString
    /// Until when it counts.
    public var expiresAt: Date
    /// What whoever opens it may do.
    public var role: ConsoleRole

    /// Makes a body of these members.
    public init(url: SecretString, expiresAt: Date, role: ConsoleRole) {
        self.url = url
        self.expiresAt = expiresAt
        self.role = role
    }
}

/// Who is signed in to the console of this edge.
public struct ConsoleSessionList: JSONConvertible, Hashable {
    /// The last begun first.
    public var sessions: [ConsoleSessionDescription]

    /// Makes a body of this member.
    public init(sessions: [ConsoleSessionDescription]) { self.sessions = sessions }
}

/// A session of the console.
public struct ConsoleSessionDescription: JSONConvertible, Hashable {
    /// By which it is ended.
    public var id: String
    /// What it may do.
    public var role: ConsoleRole
    /// In the name of which credential it calls: `operator-token`, `operations-key` or `api-key`.
    public var credential: String
    /// How it has begun: by a `link`, or by a `passkey` of the API key.
    public var beganBy: String
    /// The id of the API key.
    public var apiKey: String?
    /// What operators call it.
    public var apiKeyName: String?
    /// What the browser says of itself.
    public var userAgent: String?
    /// When it began.
    public var createdAt: Date
    /// When it was last used.
    public var lastUsedAt: Date
    /// When it ends for want of use or by its age, whichever is sooner.
    public var expiresAt: Date

    /// Makes a body of these members; nil leaves one out.
    public init(
        id: String, role: ConsoleRole, credential: String, beganBy: String, apiKey: String? = nil,
        apiKeyName: String? = nil, userAgent: String? = nil, createdAt: Date, lastUsedAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.role = role
        self.credential = credential
        self.beganBy = beganBy
        self.apiKey = apiKey
        self.apiKeyName = apiKeyName
        self.userAgent = userAgent
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }
}

/// What the page of the console sends to begin its session.
public struct BeginConsoleSessionRequest: OperatorRequest, Hashable {
    /// The secret of a link.
    public var link: SecretString

    /// Makes a body of this member.
    public init(link: SecretString) { self.link = link }

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: "the secret of a link") }

    private enum CodingKeys: CodingKey, CaseIterable { case link }
}
