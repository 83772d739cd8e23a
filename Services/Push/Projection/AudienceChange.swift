// What has changed about somebody who may be told of something.

import Models

/// What has changed about somebody who may be told of something.
struct AudienceChange: Sendable {
    /// Their number in push's database.
    var recipient: Int64
    var change: Change

    enum Change: Sendable {
        case status(AccountStatus?)
        /// And what they were before; nil in a row where that is not known.
        case preferences(NotificationPreferences?, former: Former)
        case position(Position?)
        /// Those to which pushes go.
        case devices([DeviceFacts])
        /// The position was withdrawn; the number grows with each.
        case withdrawal(Int64)
        /// Nothing is known of the account any more.
        case erased
    }

    /// What is in memory before a change.
    enum Former: Sendable {
        case unknown
        case known(NotificationPreferences?)

        var terms: Set<Term>? {
            switch self {
            case .unknown: nil
            case .known(let preferences): preferences?.terms ?? []
            }
        }
    }
}

/// All that is known of somebody.
struct AudienceRow: Sendable {
    /// Their number in push's database.
    var recipient: Int64
    var member: AudienceMember
    /// As many as `member` has.
    var devices: [DeviceFacts] = []

    /// What brings a copy up to this, whatever it held.
    var changes: [AudienceChange] {
        let all: [AudienceChange.Change] = [
            .status(member.status), .preferences(member.preferences, former: .unknown), .position(member.position),
            .devices(devices),
        ]
        return all.map { AudienceChange(recipient: recipient, change: $0) }
    }
}
