public import BaliseJSON
public import Foundation
public import Models

/// An account on the operations port.
public struct AccountDescription: JSONConvertible, Hashable {
    public var id: String
    /// The number for apps that cannot use a text as id.
    public var number: Int64
    /// Whether its user may sign in.
    public var status: AccountStatus
    public var username: String?
    public var email: String?
    /// When the user last confirmed this address; nil if it is not confirmed.
    public var emailVerifiedAt: Date?
    public var phoneNumber: String?
    public var firstName: String?
    public var lastName: String?
    public var locale: String?
    public var createdAt: Date
    public var updatedAt: Date
    /// Nil for never.
    public var lastLoginAt: Date?
    /// The planned erasure, which the user may still cancel; nil for none.
    public var erasesAt: Date?

    public init(
        id: String, number: Int64, status: AccountStatus, username: String? = nil, email: String? = nil,
        emailVerifiedAt: Date? = nil, phoneNumber: String? = nil, firstName: String? = nil, lastName: String? = nil,
        locale: String? = nil,
        createdAt: Date, updatedAt: Date, lastLoginAt: Date? = nil, erasesAt: Date? = nil
    ) {
        self.id = id
        self.number = number
        self.status = status
        self.username = username
        self.email = email
        self.emailVerifiedAt = emailVerifiedAt
        self.phoneNumber = phoneNumber
        self.firstName = firstName
        self.lastName = lastName
        self.locale = locale
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastLoginAt = lastLoginAt
        self.erasesAt = erasesAt
    }
}
