import Models

/// The reason why a second step is refused. The raw value is for the log; users get no details.
enum SecondStepRefusal: String, Error, Hashable, CaseIterable {
    /// The code does not have six digits and cannot be a recovery code.
    case malformed
    /// The code is not that of a time step near the current one.
    case code
    /// The code, or a later code, was used before.
    case spent
    /// The account has no such recovery code, or it was used.
    case recoveryCode = "recovery-code"
    /// The secret was encrypted with another secret of the server.
    case secretLost = "secret-lost"
    /// The second step was removed after the check, or it is not confirmed.
    case notSetUp = "not-set-up"
    case waits
    case password
    case address
    case session
    case disabled
    case erasurePending = "erasure-pending"
    /// The secret to confirm has expired or was never created.
    case notBegun = "not-begun"

    /// Returns the error for the user, if `error` is a refusal; `wrong` is the error for any refused code.
    func answer(to error: any Error, wrong: ServiceError) -> any Error {
        if self == .malformed { return SecondStepRefusal.noCode }
        return error is SecondStepRefusal ? wrong : error
    }

    /// The error for malformed text, which costs no try.
    static let noCode = ServiceError(
        .invalidRequest,
        "a code of the app has \(TOTP.digits) digits, and a recovery code sixteen letters and digits without 0, 1, 8 and 9"
    )

    static let wrongCode = ServiceError(
        .codeMismatch, "this code is not valid; wait for the next one of the app, or use a recovery code")

    static let wrongConfirmation = ServiceError(
        .codeMismatch, "this code does not belong to the secret; check the clock of your device")
}

/// Counts consecutive wrong codes. It is a plain value, stored with the account. Of the million codes, three are valid
/// at any time. Five tries are free; then the wait doubles, up to a quarter of an hour: about a hundred tries a day.
/// Recovery codes are counted separately. There are no lockouts, and a try that comes too early does not extend the
/// wait. A new password ends all tries that began with the old password.
struct SecondStepTries: Hashable, Sendable {
    var failures: Int64 = 0
    var failedAt: UnixTime?

    static let free: Int64 = 5
    static let firstWaitSeconds: Int64 = 30
    static let maximumWaitSeconds: Int64 = 900
    /// The seconds without a try after which all failures are forgotten.
    static let memorySeconds: Int64 = 24 * 3600

    func wait(at now: UnixTime) -> Int? {
        guard let failedAt, failures >= SecondStepTries.free, !isForgotten(at: now) else { return nil }
        let doublings = min(failures - SecondStepTries.free, 5)
        let seconds = min(SecondStepTries.firstWaitSeconds << doublings, SecondStepTries.maximumWaitSeconds)
        let end = failedAt.adding(seconds: seconds)
        // A failure in the future is from before the clock was set back, so it causes no wait.
        return failedAt <= now && end > now ? now.seconds(until: end) : nil
    }

    mutating func count(at now: UnixTime) {
        failures = isForgotten(at: now) ? 1 : failures + 1
        failedAt = now
    }

    private func isForgotten(at now: UnixTime) -> Bool {
        guard let failedAt else { return true }
        return failedAt.adding(seconds: SecondStepTries.memorySeconds) <= now
    }
}
