// How the API family says what went wrong.

import HTTPInterface
import HTTPTypes
import Models

extension APIFamily {
    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        Answer(error, title: error.code.rawValue.lowercased())
    }
}

extension Answer {
    /// An error as an object of texts only: one of the apps reads no other.
    ///
    /// - Parameter title: The key under which an app finds its own words for it.
    init(_ error: EdgeError, title: String) {
        let code = error.code.rawValue
        var json = JSONObject()
        json.set("error", code)
        json.set("message", error.textForPeople)
        json.set("code", code)
        json.set("title", title)
        self.init(error.status, json: json.bytes)
        fields.append(.noStore)
        if error.status == .unauthorized { fields.append(error.bearerChallenge) }
    }
}

extension HTTPField {
    /// Answers about a person, and with secrets in them, are kept nowhere.
    static let noStore = HTTPField(name: .cacheControl, value: "no-store")
}
