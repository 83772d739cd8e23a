public import BaliseJSON
public import Foundation
public import Models

/// A page of the audit log: the answer of GET /audit.
public struct AuditList: JSONConvertible, Hashable {
    /// The entries, the latest first.
    public var entries: [AuditListEntry]
    /// The value of `cursor` for the next page; nil on the last page.
    public var nextCursor: String?

    public init(entries: [AuditListEntry], nextCursor: String? = nil) {
        (self.entries, self.nextCursor) = (entries, nextCursor)
    }

    public enum Parameter: String, CaseIterable, Sendable {
        /// The id of the account that the entries are about.
        case account
        /// Whose entries: `operator-token`, `operations-key`, or the id of an API key.
        case `operator`
        /// The name of a call, for example `DisableAccount`.
        case call
        /// The time from which the entries are, and the time before which they are.
        case since, until
        /// Whether entries about looks are left out.
        case changes
        /// Whether entries contain the names of accounts and the titles of notifications, which is a look at these users.
        case names
        case limit, cursor
    }
}

/// One entry of the audit log: an operator's change or read. A change has two entries, before it and after it.
public struct AuditListEntry: JSONConvertible, Hashable {
    /// The entry's number. Numbers start at 1 and have no gaps.
    public var number: Int64
    public var at: Date
    /// The kind of credential: `operator-token`, `operations-key` or `api-key`.
    public var credential: String
    public var apiKey: String?
    public var apiKeyName: String?
    public var call: String
    public var account: String?
    /// The present name of the account; nil if the account is erased, or if the request did not ask for names.
    public var accountName: String?
    /// The API key that the operator created or revoked; nil if the entry is about no key.
    public var subjectKey: String?
    /// The id of a notification, backup, console session or signing key. A series has `publisher/name`, an import its
    /// source, and ended sharing its kind. A changed webhook has `paused` or `resumed`. Nil for other entries.
    public var subjectName: String?
    /// The title of the notification; nil if the caller sees none, or if the request did not ask for names.
    public var subjectTitle: String?
    /// The outcome: `begun` before a change. After it, and for a read, `done`, the code of the refusal, or `not-done`
    /// if a process ended in between.
    public var outcome: String
    /// The request's id, which the two entries of a change share.
    public var request: String
    /// SHA-256 over the previous entry's hash and this entry, in hexadecimal digits.
    public var hash: String

    public init(
        number: Int64, at: Date, credential: String, apiKey: String? = nil, apiKeyName: String? = nil, call: String,
        account: String? = nil, accountName: String? = nil, subjectKey: String? = nil,
        subjectName: String? = nil, subjectTitle: String? = nil, outcome: String, request: String, hash: String
    ) {
        (self.number, self.at, self.credential) = (number, at, credential)
        (self.apiKey, self.apiKeyName, self.call, self.account) = (apiKey, apiKeyName, call, account)
        self.accountName = accountName
        (self.subjectKey, self.subjectName, self.subjectTitle) = (subjectKey, subjectName, subjectTitle)
        (self.outcome, self.request, self.hash) = (outcome, request, hash)
    }
}

/// The result of checking a part of the audit log: the answer of GET /audit/verification.
public struct AuditVerification: JSONConvertible, Hashable {
    /// The number of the last valid entry.
    public var count: Int64
    /// The hash of the last valid entry, in hexadecimal digits.
    public var head: String
    /// The number of the first missing or wrong entry; nil if the checked part is correct.
    public var firstBroken: Int64?
    public var hasMore: Bool

    public init(count: Int64, head: String, firstBroken: Int64? = nil, hasMore: Bool) {
        (self.count, self.head, self.firstBroken, self.hasMore) = (count, head, firstBroken, hasMore)
    }

    public enum Parameter: String, CaseIterable, Sendable {
        case after, head, limit
    }
}

/// A page of the security log: the answer of GET /security-events.
public struct SecurityEventList: JSONConvertible, Hashable {
    /// The events, the latest first.
    public var events: [ListedSecurityEvent]
    /// The value of `cursor` for the next page; nil on the last page.
    public var nextCursor: String?

    public init(events: [ListedSecurityEvent], nextCursor: String? = nil) {
        (self.events, self.nextCursor) = (events, nextCursor)
    }

    public enum Parameter: String, CaseIterable, Sendable {
        case account
        /// The kind of event, for example `sign-in-refused`.
        case event
        /// Whether events contain the names of accounts.
        case names
        case limit, cursor
    }
}

/// An event of the security log. It contains no free text, only ids, fixed words, the time, the network and, on request,
/// the account's name.
public struct ListedSecurityEvent: JSONConvertible, Hashable {
    /// The service that reports the event: `identity` or `auth-session`.
    public var service: String
    public var at: Date
    /// The kind of event, for example `sign-in-refused`.
    public var event: String
    public var account: String?
    /// The present name of the account; nil if it has none, or if the request did not ask for names.
    public var accountName: String?
    public var method: String?
    public var reason: String?
    /// The surrounding network of the client, for example `192.0.2.0/24`; nil if not stored.
    public var network: String?
    /// The subject of the event apart from the account: a session, a token, a key or an issuer; nil without one.
    public var subject: String?
    public var request: String?

    public init(
        service: String, at: Date, event: String, account: String? = nil, accountName: String? = nil,
        method: String? = nil, reason: String? = nil, network: String? = nil, subject: String? = nil,
        request: String? = nil
    ) {
        (self.service, self.at, self.event) = (service, at, event)
        (self.account, self.accountName, self.method, self.reason) = (account, accountName, method, reason)
        (self.network, self.subject, self.request) = (network, subject, request)
    }
}

/// The latest warnings of all services: the answer of GET /warnings.
public struct WarningList: JSONConvertible, Hashable {
    /// The warnings, the latest first.
    public var warnings: [ListedWarning]

    public init(warnings: [ListedWarning]) { self.warnings = warnings }
}

/// A warning and its process: an item in the answer of GET /warnings.
public struct ListedWarning: JSONConvertible, Hashable {
    public var service: String
    /// The replica's address, if the service has several replicas; otherwise nil.
    public var replica: String?
    @Flattened public var warning: LoggedWarning

    public init(service: String, replica: String? = nil, warning: LoggedWarning) {
        (self.service, self.replica) = (service, replica)
        self.warning = warning
    }
}
