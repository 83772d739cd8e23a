import HTTPTypes
import Models

func revokeAPIKey(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    guard let id = APIKeyID(try call.name()) else { throw .invalid("the address has to name a key by its id") }
    _ = try await call.send(RevokeAPIKey(id: id))
    return Answer(.noContent)
}
