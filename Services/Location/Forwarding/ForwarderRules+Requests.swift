import Crypto
import Foundation
import Models
import ServiceRuntime

extension ForwarderRules {
    /// Throws `invalidRequest` with all wrong members.
    static func check(_ request: CreateForwarder, _ targets: UserTargets) throws(ServiceError) {
        var wrong = WrongMembers()
        let most = CreateForwarder.maximumLength
        let name = request.name.value
        wrong.expect(
            (1...most).contains(name.length) && CircleRules.isName(request.name), "name",
            "the name must have 1 to \(most) characters, and no control or invisible characters")
        wrong.expect(request.form.isKnown, "form", "the form must be owntracks or webhook")
        wrong.expect(request.precision.isKnown, "precision", "the precision must be exact, neighbourhood or town")
        try wrong.check { () throws(ServiceError) -> URL in try targets.check(request.url.value) }
        let isWebhook = request.form == .webhook
        wrong.expect(request.user == nil || !isWebhook, "user", "only the form owntracks has a user")
        wrong.expect(request.password == nil || !isWebhook, "password", "only the form owntracks has a password")
        wrong.expect(request.secret == nil || isWebhook, "secret", "only the form webhook has a secret")
        if let user = request.user?.value {
            wrong.expect(
                (1...most).contains(user.length) && isPrintable(user) && !user.contains(":"), "user",
                "the user must be 1 to \(most) ASCII characters without a colon")
        }
        if let password = request.password?.value {
            wrong.expect(
                (1...most).contains(password.length) && password.isOneLine, "password",
                "the password must be one line of 1 to \(most) characters")
        }
        if isWebhook {
            try wrong.check { () throws(ServiceError) -> SymmetricKey in
                try Webhook.key(request.secret ?? SecretText(""))
            }
        }
        try wrong.finish()
    }

    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7e).contains($0) } }
}

extension ForwarderRow {
    /// Returns the headers as OwnTracks sends them, or those of a webhook; nil for a webhook without a usable secret.
    func headers(of event: String, _ body: String, at now: UnixTime) -> [(name: String, value: String)]? {
        guard form == .webhook else {
            var headers = [(name: "X-Limit-U", value: user?.value ?? "balise"), (name: "X-Limit-D", value: label)]
            if let secret {
                let credentials = Data("\(user?.value ?? ""):\(secret.value)".utf8).base64EncodedString()
                headers.append((name: "Authorization", value: "Basic \(credentials)"))
            }
            return headers
        }
        guard let secret, let key = try? Webhook.key(secret) else { return nil }
        return Webhook.headers(of: event, body, signedWith: key, at: now)
    }
}
