// Why a second step does not count.

import Models

/// Why a second step does not count. The raw value stands in the log as the reason; whoever shows a code is told no more
/// than that it does not count.
enum SecondStepRefusal: String, Error, Hashable, CaseIterable {
    /// Not six digits, or no text that could be a recovery code.
    case malformed
    /// Of no time step near the present one.
    case code
    /// It counted before, or an earlier time step than the last one's.
    case spent
    /// The account has no such recovery code, or no more.
    case recoveryCode = "recovery-code"
    /// The secret was sealed with another one of the server.
    case secretLost = "secret-lost"
    /// The second step was removed meanwhile, or is not confirmed.
    case notSetUp = "not-set-up"
    /// Too many were wrong; this one was not judged.
    case waits
    /// The password was changed after the first step.
    case password
    /// The account got another e-mail address after the first step.
    case address
    /// The sessions of the account have ended after the first step.
    case session
    case disabled
    /// The account is to be erased.
    case erasurePending = "erasure-pending"
    /// A confirmation: the time of the secret is over, or there is none.
    case notBegun = "not-begun"

    /// What is told of an error that is this refusal.
    ///
    /// - Parameter wrong: For a code that does not count, whatever the reason is.
    func answer(to error: any Error, wrong: ServiceError) -> any Error {
        if self == .malformed { return SecondStepRefusal.noCode }
        return error is SecondStepRefusal ? wrong : error
    }

    /// What is told of what cannot be a code. It is no try.
    static let noCode = ServiceError(
        .invalidRequest,
        "a code of the app has \(TOTP.digits) digits, and a recovery code sixteen letters and digits without 0, 1, 8 and 9"
    )

    /// What is told to whoever shows a code.
    static let wrongCode = ServiceError(
        .codeMismatch, "this code is not valid; wait for the next one of the app, or use a recovery code")

    /// What is told to whoever wants to have the second step count.
    static let wrongConfirmation = ServiceError(
        .codeMismatch, "this code does not belong to the secret; check the clock of your device")
}
