// What has changed about somebody who may be told of something.

import Models

/// What has changed about somebody who may be told of something.
struct AudienceChange: Sendable {
    /// Their number in push's database.
    var recipient: Int64
    var change: Change

    enum Change: Sendable {
        case status(AccountStatus?)
        case preferences(NotificationPreferences?)
        case position(Position?)
        case pushDevices(Int)
        /// The position was withdrawn; the number grows with each.
        case withdrawal(Int64)
        /// Nothing is known of the account any more.
        case erased
    }
}

/// All that is known of somebody.
struct AudienceRow: Sendable {
    /// Their number in push's database.
    var recipient: Int64
    var member: AudienceMember

    /// What brings a copy up to this, whatever it held.
    var changes: [AudienceChange] {
        let all: [AudienceChange.Change] = [
            .status(member.status), .preferences(member.preferences), .position(member.position),
            .pushDevices(member.pushDevices),
        ]
        return all.map { AudienceChange(recipient: recipient, change: $0) }
    }
}
