// What is done only for whoever has just shown who they are.

/// How fresh a sign-in has to be for what cannot be taken back.
public enum RecentSignIn {
    /// In seconds.
    public static let maximumAge: Int64 = 300

    /// How far ahead of the clock a sign-in may be, in seconds: clocks of several machines differ a little. One further ahead was
    /// made while a clock was wrong, and nobody knows when.
    private static let skew: Int64 = 60

    /// Whether a person has signed in lately, by a credential that shows it.
    public static func isShown(by principal: Principal, at now: UnixTime) -> Bool {
        guard principal.token == nil, let moment = principal.signedInAt else { return false }
        return moment.adding(seconds: maximumAge) > now && moment <= now.adding(seconds: skew)
    }

    /// What whoever has not is told (`signInTooOld`).
    public static let advice = "sign in again, and repeat this within 5 minutes with the token that you get"
}
