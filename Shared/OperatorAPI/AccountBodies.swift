public import BaliseAPI
public import BaliseJSON
public import Foundation
public import Models

/// An account as operators see it: the answer of GET /accounts/{account}.
public struct AccountDescription: JSONConvertible, Hashable {
    public var id: String
    /// The account's number, from 1, for apps that need a number as the id.
    public var number: Int64
    public var status: AccountStatus
    public var username: String?
    public var email: String?
    /// When the user last confirmed the e-mail address; nil if it is not confirmed.
    public var emailVerifiedAt: Date?
    public var phoneNumber: String?
    public var firstName: String?
    public var lastName: String?
    public var displayName: String?
    public var locale: String?
    /// The ways in which the user can sign in; nil in answers about several accounts or about a change.
    public var methods: [AuthenticationMethod]?
    public var createdAt: Date
    public var updatedAt: Date
    /// When the user last signed in; nil if the user never signed in.
    public var lastLoginAt: Date?
    /// When the account will be erased, while the user may still cancel the erasure; nil if no erasure is planned.
    public var erasesAt: Date?

    public init(
        id: String, number: Int64, status: AccountStatus, username: String? = nil, email: String? = nil,
        emailVerifiedAt: Date? = nil, phoneNumber: String? = nil, firstName: String? = nil, lastName: String? = nil,
        displayName: String? = nil, locale: String? = nil, methods: [AuthenticationMethod]? = nil, createdAt: Date,
        updatedAt: Date, lastLoginAt: Date? = nil, erasesAt: Date? = nil
    ) {
        (self.id, self.number, self.status, self.username) = (id, number, status, username)
        (self.email, self.emailVerifiedAt, self.phoneNumber) = (email, emailVerifiedAt, phoneNumber)
        (self.firstName, self.lastName, self.displayName, self.locale) = (firstName, lastName, displayName, locale)
        (self.methods, self.createdAt) = (methods, createdAt)
        (self.updatedAt, self.lastLoginAt, self.erasesAt) = (updatedAt, lastLoginAt, erasesAt)
    }
}

extension AccountList {
    public enum Parameter: String, CaseIterable, Sendable {
        case query, status, method, since, limit, cursor, count
    }
}

/// The account to create: the body of POST /accounts.
public struct InviteAccountRequest: OperatorRequest, Hashable {
    /// The address to which the invitation is sent, which is also the sign-in name; nil for a user name with a password.
    public var email: String?
    /// The sign-in name of a user without an address.
    public var username: String?
    /// The first password of a user without an address.
    public var password: SecretText?
    public var firstName: String?
    public var lastName: String?
    /// The language of the user and of the message, a BCP 47 tag; nil if unknown.
    public var locale: String?

    public init(
        email: String? = nil, username: String? = nil, password: SecretText? = nil, firstName: String? = nil,
        lastName: String? = nil, locale: String? = nil
    ) {
        (self.email, self.username, self.password) = (email, username, password)
        (self.firstName, self.lastName, self.locale) = (firstName, lastName, locale)
    }

    public static let members: KeyValuePairs = [
        "email": "an e-mail address", "username": "a text", "password": "a text", "firstName": "a text",
        "lastName": "a text", "locale": "a text",
    ]
}

/// The changes of an account: the body of PATCH /accounts/{account}. A missing member stays; an empty name is removed.
public struct EditAccountRequest: OperatorRequest, Hashable {
    public var firstName: String?
    public var lastName: String?
    public var displayName: String?
    public var locale: String?

    public init(
        firstName: String? = nil, lastName: String? = nil, displayName: String? = nil, locale: String? = nil
    ) {
        (self.firstName, self.lastName) = (firstName, lastName)
        (self.displayName, self.locale) = (displayName, locale)
    }

    public static let members: KeyValuePairs = [
        "firstName": "a text", "lastName": "a text", "displayName": "a text", "locale": "a text",
    ]
}

/// The tags to add to an account and to remove from it: the body of POST /accounts/{account}/tags.
public struct ChangeAccountTagsRequest: OperatorRequest, Hashable {
    public var add: [String]?
    public var remove: [String]?

    public init(add: [String]? = nil, remove: [String]? = nil) { (self.add, self.remove) = (add, remove) }

    public static let members: KeyValuePairs = ["add": "an array of texts", "remove": "an array of texts"]
}

/// The new account of an invited user: the answer of POST /accounts.
public struct InvitedAccountDescription: JSONConvertible, Hashable {
    @Flattened public var account: AccountDescription
    /// When the link in the invitation expires; nil for an account with a first password.
    public var invitationExpiresAt: Date?
    /// The file on the server in which the identity service stored the invitation; nil if a mail server is configured.
    public var messageFile: String?

    public init(account: AccountDescription, invitationExpiresAt: Date?, messageFile: String? = nil) {
        self.account = account
        (self.invitationExpiresAt, self.messageFile) = (invitationExpiresAt, messageFile)
    }
}

/// The started erasure of an account: the answer of DELETE /accounts/{account}.
public struct BegunErasure: JSONConvertible, Hashable {
    /// The id for GET /erasures/{id}; nil if the account did not exist.
    public var erasure: String?

    public init(erasure: String? = nil) { self.erasure = erasure }
}

/// The current sessions of an account: the answer of GET /accounts/{account}/sessions.
public struct AccountSessionList: JSONConvertible, Hashable {
    /// The sessions, the most recently active first.
    public var sessions: [AccountSession]

    public init(sessions: [AccountSession]) { self.sessions = sessions }
}

/// A session of an account. Place, network and user agent are as stored for the user, so that an operator can find a
/// stolen session; a key that only views does not get them.
public struct AccountSession: JSONConvertible, Hashable {
    /// The session's id, which the logs also contain.
    public var id: String
    public var method: String
    public var appVersion: String?
    /// The kind of device: `mobile` or `desktop`; nil if unknown.
    public var deviceType: String?
    public var deviceVendor: String?
    /// The hardware model, for example `iPhone16,1`; nil if unknown.
    public var deviceModel: String?
    /// The name of the operating system, for example `iOS`; nil if unknown.
    public var osName: String?
    /// The version of the operating system, for example `17.5.1`; nil if unknown.
    public var osVersion: String?
    /// The browser or app in its own words; nil if not stored or not shown.
    public var userAgent: String?
    /// The place of the sign-in as the client stated it, for example `Lyon, FR`; nil if not stored or not shown.
    public var place: String?
    /// The network of the sign-in as the server saw it, such as `192.0.2.0/24`; nil if not stored or not shown.
    public var network: String?
    /// Whether the user asked to be remembered on that device.
    public var isRemembered: Bool
    public var createdAt: Date
    /// The last activity, rounded to a minute.
    public var lastActivityAt: Date
    /// When the session ends if it is not used again: by its age, or earlier by lack of use.
    public var expiresAt: Date

    public init(
        id: String, method: String, appVersion: String? = nil, deviceType: String? = nil, deviceVendor: String? = nil,
        deviceModel: String? = nil, osName: String? = nil, osVersion: String? = nil, userAgent: String? = nil,
        place: String? = nil, network: String? = nil, isRemembered: Bool, createdAt: Date, lastActivityAt: Date,
        expiresAt: Date
    ) {
        (self.userAgent, self.place, self.network) = (userAgent, place, network)
        (self.id, self.method, self.appVersion) = (id, method, appVersion)
        (self.deviceType, self.deviceVendor, self.deviceModel) = (deviceType, deviceVendor, deviceModel)
        (self.osName, self.osVersion, self.isRemembered) = (osName, osVersion, isRemembered)
        (self.createdAt, self.lastActivityAt, self.expiresAt) = (createdAt, lastActivityAt, expiresAt)
    }
}

/// The number of ended sessions: the answer of DELETE /accounts/{account}/sessions.
public struct EndedSessions: JSONConvertible, Hashable {
    public var ended: Int

    public init(ended: Int) { self.ended = ended }
}

/// The user's notification preferences: the answer of GET /accounts/{account}/preferences.
public struct AccountPreferences: JSONConvertible, Hashable {
    @Flattened public var choices: NotificationChoices
    /// The hours without notifications; nil if the user has set none.
    public var quietHours: QuietTimes?
    public var kinds: [NotificationKindSwitch]
    public var topics: [String]
    /// The topics that publishers have added the user to.
    public var givenTopics: [String]
    public var tags: [String]

    public struct QuietTimes: JSONConvertible, Hashable {
        /// The first quiet minute, for example `22:00`.
        public var start: String
        /// The first minute that is not quiet, for example `07:00`.
        public var end: String
        /// The IANA time zone of the hours.
        public var timeZone: String
        /// Whether time-sensitive and critical notifications still arrive.
        public var allowsInterruptions: Bool

        public init(start: String, end: String, timeZone: String, allowsInterruptions: Bool) {
            (self.start, self.end) = (start, end)
            (self.timeZone, self.allowsInterruptions) = (timeZone, allowsInterruptions)
        }
    }

    public init(
        choices: NotificationChoices, quietHours: QuietTimes? = nil, kinds: [NotificationKindSwitch],
        topics: [String], givenTopics: [String], tags: [String]
    ) {
        self.choices = choices
        (self.quietHours, self.kinds) = (quietHours, kinds)
        (self.topics, self.givenTopics, self.tags) = (topics, givenTopics, tags)
    }
}

/// A page of the user's inbox: the answer of GET /accounts/{account}/inbox.
public struct AccountInbox: JSONConvertible, Hashable {
    /// The entries, the latest first.
    public var entries: [Entry]
    /// The number of unread entries in the whole inbox.
    public var unread: Int
    /// The number of entries in the whole inbox.
    public var total: Int
    /// The value of `cursor` for the next page; nil on the last page.
    public var nextCursor: String?

    public struct Entry: JSONConvertible, Hashable {
        public var id: String
        /// The type of announcement: `OFFER`, `EVENT` or `PROFESSIONAL`; nil for a notification.
        public var type: String?
        /// The kind of a notification; nil for an announcement.
        public var kind: String?
        public var title: String
        public var body: String
        /// When the user was notified.
        public var at: Date
        /// When the user read the entry; nil while it is unread.
        public var readAt: Date?

        public init(
            id: String, type: String? = nil, kind: String? = nil, title: String, body: String, at: Date,
            readAt: Date? = nil
        ) {
            (self.id, self.type, self.kind) = (id, type, kind)
            (self.title, self.body, self.at, self.readAt) = (title, body, at, readAt)
        }
    }

    public enum Parameter: String, CaseIterable, Sendable {
        case limit, cursor
    }

    public init(entries: [Entry], unread: Int, total: Int, nextCursor: String? = nil) {
        (self.entries, self.unread, self.total, self.nextCursor) = (entries, unread, total, nextCursor)
    }
}

/// The services with missing accounts, about which an operator must decide.
public struct MissingAccountList: JSONConvertible, Hashable {
    public struct Count: JSONConvertible, Hashable {
        public var service: String
        public var missing: Int
        public var accounts: Int

        public init(service: String, missing: Int, accounts: Int) {
            (self.service, self.missing, self.accounts) = (service, missing, accounts)
        }
    }

    /// The services with missing accounts; empty if there is nothing to decide.
    public var services: [Count]

    public init(services: [Count]) { self.services = services }
}

/// The names of the services that had something to decide.
public struct DecidedServices: JSONConvertible, Hashable {
    /// The names of the services that have decided. Services that did not answer are missing.
    public var services: [String]

    public init(services: [String]) { self.services = services }
}
