/// The maximum age of a sign-in for actions that cannot be undone.
public enum RecentSignIn {
    /// In seconds.
    public static let maximumAge: Int64 = 300

    /// How far ahead of the clock a sign-in may be, in seconds, because the clocks of several machines differ a little.
    /// The age of one further ahead is unknown: a clock was wrong.
    private static let skew: Int64 = 60

    public static func isShown(by principal: Principal, at now: UnixTime) -> Bool {
        guard principal.token == nil, let moment = principal.signedInAt else { return false }
        return moment.adding(seconds: maximumAge) > now && moment <= now.adding(seconds: skew)
    }

    /// The advice in the error `signInTooOld`.
    public static let advice = "sign in again, and repeat this within 5 minutes with the token that you get"
}
