import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

extension AppAPI {
    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        Answer(error, title: error.code.rawValue.lowercased())
    }
}

extension Answer {
    /// - Parameter title: The key under which an app finds its own text for the error.
    init(_ error: EdgeError, title: String) {
        let body = BaliseErrorResponse(
            code: error.code.rawValue, message: error.textForPeople, title: title,
            field: error.field, ticket: error.ticket.map(SecretString.init))
        self.init(error.status, json: body.json.bytes)
        fields.append(.noStore)
        if error.status == .unauthorized { fields.append(error.bearerChallenge) }
    }
}

extension HTTPField {
    static let noStore = HTTPField(name: .cacheControl, value: "no-store")
}
