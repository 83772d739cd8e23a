import Models

struct AudienceChange: Sendable {
    var recipient: Int64
    var change: Change

    enum Change: Sendable {
        case status(AccountStatus?)
        /// Nil in a row if unknown.
        case preferences(NotificationPreferences?, former: Former)
        case position(Position?)
        case devices([DeviceFacts])
        /// The number grows with each withdrawal.
        case withdrawal(Int64)
        case erased
    }

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

struct AudienceRow: Sendable {
    var recipient: Int64
    var member: AudienceMember
    var devices: [DeviceFacts] = []

    /// Updates a copy to this row, whatever it contained.
    var changes: [AudienceChange] {
        let all: [AudienceChange.Change] = [
            .status(member.status), .preferences(member.preferences, former: .unknown), .position(member.position),
            .devices(devices),
        ]
        return all.map { AudienceChange(recipient: recipient, change: $0) }
    }
}
