// What is done only for whoever has just shown who they are.

import Models

/// How fresh a sign-in has to be for what cannot be taken back.
enum RecentSignIn {
    /// In seconds.
    static let maximumAge: Int64 = 300

    /// Whether a person has signed in lately, by a credential that shows it.
    static func isShown(by principal: Principal, at now: UnixTime) -> Bool {
        guard principal.token == nil, let moment = principal.signedInAt else { return false }
        return moment.adding(seconds: maximumAge) > now
    }

    /// Throws for whoever has not.
    static func check(_ principal: Principal, at now: UnixTime) throws(EdgeError) {
        guard isShown(by: principal, at: now) else {
            throw EdgeError(
                .signInTooOld, "sign in again, and repeat this within 5 minutes with the token that you get")
        }
    }
}
