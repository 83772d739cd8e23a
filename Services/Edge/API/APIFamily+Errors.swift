// How the API family says what went wrong.

import HTTPInterface
import HTTPTypes
import Models

extension APIFamily {
    /// An object of texts only: one of the apps reads no other.
    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        let code = error.code.rawValue
        var json = JSONObject()
        json.set("error", code)
        json.set("message", message(of: error))
        json.set("code", code)
        json.set("title", code.lowercased())
        var answer = Answer(error.status, json: json.bytes)
        answer.fields.append(.noStore)
        if error.status == .unauthorized {
            // RFC 6750, section 3: whoever showed nothing is not told of an error.
            let isBare = error.code == .authenticationRequired || error.code == .wrongCredentials
            let challenge = isBare ? "Bearer" : #"Bearer error="invalid_token""#
            answer.fields.append(HTTPField(name: .wwwAuthenticate, value: challenge))
        }
        return answer
    }

    private func message(of error: EdgeError) -> String {
        switch error.code {
        // The apps know these texts and act on them.
        case .tokenExpired where error.status == .unauthorized: "Token expired"
        case .invalidToken where error.status == .unauthorized: "Invalid token"
        case .accountGone where error.status == .unauthorized: "User not found"
        // Which of the two it was is nobody's business.
        case .wrongCredentials where error.status == .unauthorized: "The name or the password is wrong."
        case .unavailable, .overloaded: "The server is busy. Try again in a moment."
        case .timedOut where error.status == .gatewayTimeout: "The answer took too long. Try again in a moment."
        case .internalFailure: "Something went wrong on our side."
        default: error.message.isEmpty ? usualMessage(error) : sentence(error.message)
        }
    }

    private func usualMessage(_ error: EdgeError) -> String {
        switch error.code {
        case .authenticationRequired: "Sign in first."
        case .forbidden: "You may not do this."
        case .notFound: "There is nothing at this address."
        case .methodNotAllowed: "This address does not take this method."
        case .conflict: "This contradicts what is stored."
        case .duplicate: "This name belongs to another account."
        case .rateLimited: "Too many tries. Wait a little."
        default: "\(error.status.reasonPhrase)."
        }
    }

    /// The edge's own texts are parts of a sentence, for families that put something before them.
    private func sentence(_ text: String) -> String {
        guard let first = text.first, text.last != "." else { return text }
        return first.uppercased() + text.dropFirst() + "."
    }
}

extension HTTPField {
    /// Answers about a person, and with secrets in them, are kept nowhere.
    static let noStore = HTTPField(name: .cacheControl, value: "no-store")
}
