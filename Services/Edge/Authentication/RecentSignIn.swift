// What is done only for whoever has just shown who they are.

import Models

extension RecentSignIn {
    /// Throws for whoever has not.
    static func check(_ principal: Principal, at now: UnixTime) throws(EdgeError) {
        guard isShown(by: principal, at: now) else { throw EdgeError(.signInTooOld, advice) }
    }
}
