// Who a request turned out to come from.

import Models

/// A signed-in person, and the session through which they call.
struct Caller: Sendable {
    let account: AccountID
    let session: SessionID
    let principal: Principal

    /// Nil for a principal that is no session.
    init?(_ principal: Principal) {
        guard let account = principal.account, let session = principal.session else { return nil }
        self.account = account
        self.session = session
        self.principal = principal
    }
}
