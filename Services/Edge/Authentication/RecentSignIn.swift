import Models

extension RecentSignIn {
    static func check(_ principal: Principal, at now: UnixTime) throws(EdgeError) {
        guard isShown(by: principal, at: now) else { throw EdgeError(.signInTooOld, advice) }
    }
}
