import HTTPTypes
import Models

extension EdgeError {
    /// A sentence for people. Some apps know these texts and act on them.
    var textForPeople: String {
        switch code {
        case .tokenExpired where status == .unauthorized: "Token expired"
        case .invalidToken where status == .unauthorized && message != EdgeError.unknownAPIKey.message: "Invalid token"
        case .accountGone where status == .unauthorized: "User not found"
        // The error does not reveal whether the name or the password was wrong.
        case .wrongCredentials where status == .unauthorized: "The name or the password is wrong."
        case .unavailable, .overloaded:
            isLasting || isTold ? sentence(message) : "The server is busy. Try again in a moment."
        case .internalFailure: "Something went wrong on our side."
        default: message.isEmpty ? usualText : sentence(message)
        }
    }

    private var usualText: String {
        switch code {
        case .authenticationRequired: "Sign in first."
        case .forbidden: "You are not allowed to do this."
        case .erasurePending: "This account is due to be erased."
        case .secondStepNeeded: "Enter a code of your authenticator app, or a recovery code."
        case .phoneNotVerified: "You need a confirmed phone number for this."
        case .codeMismatch: "This code is wrong."
        case .codeExpired: "This code has expired. Ask for a new one."
        case .notFound: "Nothing exists at this address."
        case .methodNotAllowed: "This address does not accept this method."
        case .conflict: "This contradicts what is stored."
        case .duplicate: "This name belongs to another account."
        case .rateLimited: "Too many attempts. Wait a little, and try again."
        default: "\(status.reasonPhrase)."
        }
    }

    /// The edge's own texts are parts of a sentence, for APIs that put something before them.
    private func sentence(_ text: String) -> String {
        guard let first = text.first, let last = text.last, !".?".contains(last) else { return text }
        return first.uppercased() + text.dropFirst() + "."
    }

    /// RFC 6750, section 3: without a credential there is no error code; an expired token has its own.
    var bearerChallenge: HTTPField {
        let text =
            switch code {
            case .authenticationRequired, .wrongCredentials: "Bearer"
            // RFC 9470, section 3.
            case .signInTooOld:
                #"Bearer error="insufficient_user_authentication", "#
                    + #"error_description="A more recent sign-in is required", max_age=\#(RecentSignIn.maximumAge)"#
            case .tokenExpired: #"Bearer error="invalid_token", error_description="The token expired""#
            default: #"Bearer error="invalid_token""#
            }
        return HTTPField(name: .wwwAuthenticate, value: text)
    }
}
