// Who asks, once that is known.

import Models

/// Someone who is signed in.
struct Caller: Sendable {
    let account: AccountID
    let session: SessionID
    let principal: Principal
}
