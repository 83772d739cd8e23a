public import Foundation

extension BaliseError: LocalizedError {
    /// The text for the user, in English and without codes: what failed and what to do. For another language, write
    /// your own texts for each error and its `code`.
    public var errorDescription: String? {
        switch self {
        case .refused(let refusal): refusal.textForUser
        case .unreachable: "The server cannot be reached. Check your connection and try again."
        case .timedOut: "The server did not answer in time. Try again."
        case .cancelled: "The action was cancelled."
        case .unreadable: "The app does not understand the server's answer. Update the app, or try again later."
        case .signedOut: "You are not signed in. Sign in first."
        case .invalid: "The app cannot do this. Update the app, or tell its developer."
        case .storage: "The app could not read or save its data. Check the free space on this device and try again."
        case .system: "Your device did not allow this. Try again."
        }
    }
}

extension BaliseError.Refusal {
    fileprivate var textForUser: String {
        switch code {
        case .wrongCredentials: "The name or the password is wrong. Try again."
        case .authenticationRequired: "You are not signed in. Sign in first."
        case .tokenExpired, .invalidToken: "This sign-in is no longer valid. Start again."
        case .signInTooOld: "Your last sign-in was too long ago. Sign in again to do this."
        case .secondStepNeeded: "This account needs a second step. Enter a code of your authenticator app."
        case .accountGone: "This account is disabled or was deleted."
        case .erasurePending: "This account will be deleted soon. Cancel the deletion to sign in."
        case .forbidden: "You are not allowed to do this."
        case .deviceKeyUnknown, .deviceKeyWrong: "This device has another key. Enter its key, or reset it."
        case .phoneNotVerified: "Your phone number is not confirmed. Confirm it first."
        case .codeMismatch: "The code is wrong. Try again."
        case .codeExpired: "The code has expired. Request a new one."
        case .notFound: "Nothing was found here. It may have been deleted."
        case .conflict: "This is not possible at the moment. Reload and try again."
        case .duplicate: "This is already taken. Choose another."
        case .invalidRequest:
            wrongMembers.first.map { "The field “\($0.field)” is not valid. Check it and try again." }
                ?? "Something you entered is not valid. Check it and try again."
        case .payloadTooLarge: "This is too large. Choose something smaller."
        case .rateLimited:
            retryAfter.map { "You have tried too often. Try again in \($0) seconds." }
                ?? "You have tried too often. Try again later."
        case _ where status >= 500: "The server has a problem. Try again later."
        default: "The server refused this. Try again later."
        }
    }
}
