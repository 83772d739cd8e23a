import Models

extension RecentSignIn {
    /// Throws unless the user signed in recently.
    static func check(_ principal: Principal, at now: UnixTime) throws(EdgeError) {
        guard isShown(by: principal, at: now) else { throw EdgeError(.signInTooOld, advice) }
    }
}
