import BaliseJSON
import Foundation
import Models

/// A user's id and a session's secret: base64 (RFC 4648, section 4) of a JSON object with the members `id` and `secret`.
struct ShownSession: Sendable {
    let account: AccountID
    let secret: SecretText

    init(account: AccountID, secret: SecretText) {
        self.account = account
        self.secret = secret
    }

    /// Percent-encoded or not.
    init?(_ text: String) {
        guard let encoded = String(percentEncoded: text.utf8), let json = Data(base64Encoded: encoded),
            let object = try? JSONDocument(Array(json)).root, let id = object.member("id")?.string,
            let account = AccountID(id), let secret = object.member("secret")?.string, !secret.isEmpty
        else { return nil }
        self.init(account: account, secret: SecretText(secret))
    }

    var encoded: SecretText {
        var json = JSONObject()
        json.set("id", account.text)
        json.set("secret", secret.value)
        return SecretText(Data(json.bytes).base64EncodedString())
    }

    /// The text for cookies and URLs: only `+`, `/` and `=` of base64 need an escape.
    var percentEncoded: SecretText {
        var text = ""
        for character in encoded.value {
            switch character {
            case "+": text += "%2B"
            case "/": text += "%2F"
            case "=": text += "%3D"
            default: text.append(character)
            }
        }
        return SecretText(text)
    }
}
