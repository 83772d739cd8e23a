// POST /api-keys: an operator makes an API key.

import BaliseJSON
import HTTPTypes
import Models

/// Takes `name`, `scopes`, for a key that ends `expiresInDays`, and for one that shares its announcements
/// `publisher`. The answer shows the secret, for the only time.
func createAPIKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body()
    guard let name = body.member("name")?.string else { throw .invalid("name has to be a text") }
    let message = CreateAPIKey(
        name: name, scopes: try scopes(body), expiresAt: try end(body, from: call.clock.now()),
        publisher: try publisher(body))
    let reply = try await call.send(message)
    var json = reply.key.json
    json.set("secret", reply.secret.value)
    var answer = Answer(.created, json: json.bytes)
    answer.fields.append(HTTPField(name: .cacheControl, value: "no-store"))
    return answer
}

private func scopes(_ body: JSONValue) throws(EdgeError) -> [APIKeyScope] {
    var scopes: [APIKeyScope] = []
    guard let names = body.member("scopes")?.elements else { throw .invalid("scopes has to be an array of texts") }
    for name in names {
        guard let scope = name.string.flatMap({ APIKeyScope(rawValue: $0) }) else {
            let known = APIKeyScope.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid("each of scopes has to be one of: \(known)")
        }
        if !scopes.contains(scope) { scopes.append(scope) }
    }
    return scopes
}

private func publisher(_ body: JSONValue) throws(EdgeError) -> PublisherID? {
    guard let value = body.member("publisher"), value.kind != .null else { return nil }
    guard let publisher = value.string.flatMap(PublisherID.init) else {
        throw .invalid(
            "publisher has to be a text of 1 to 36 characters out of A-Z a-z 0-9 . _ -, with no dot first")
    }
    return publisher
}

private func end(_ body: JSONValue, from now: UnixTime) throws(EdgeError) -> UnixTime? {
    guard let value = body.member("expiresInDays"), value.kind != .null else { return nil }
    guard value.kind == .number, let days = Int64(value.literal), (1...36_500).contains(days) else {
        throw .invalid("expiresInDays has to be a whole number of 1 to 36500")
    }
    return now.adding(seconds: days * 24 * 3600)
}
