// What has changed about somebody who may be told of something.

import Models

/// What has changed about somebody who may be told of something.
struct AudienceChange: Sendable {
    var account: AccountID
    var news: News

    enum News: Sendable {
        case status(AccountStatus)
        case preferences(NotificationPreferences?)
        case position(Position?)
        case handsets(Int)
        /// Nothing is known of the account any more.
        case erased
    }
}

/// What is known of somebody at the start.
struct AudienceRow: Sendable {
    var account: AccountID
    var member: AudienceMember
}
