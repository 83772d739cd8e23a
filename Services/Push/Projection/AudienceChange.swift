// What has changed about somebody who may be told of something.

import Models

/// What has changed about somebody who may be told of something.
struct AudienceChange: Sendable {
    /// Their number in push's database.
    var recipient: Int64
    var change: Change

    enum Change: Sendable {
        case status(AccountStatus)
        case preferences(NotificationPreferences?)
        case position(Position?)
        case pushDevices(Int)
        /// The position was withdrawn; the number grows with each.
        case withdrawal(Int64)
        /// Nothing is known of the account any more.
        case erased
    }
}

/// What is known of somebody at the start.
struct AudienceRow: Sendable {
    /// Their number in push's database.
    var recipient: Int64
    var member: AudienceMember
}
