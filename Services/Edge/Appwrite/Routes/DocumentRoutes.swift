import BaliseJSON
import HTTPTypes
import Models

func createDocument(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let place = try DocumentPlace(call.request.parameters)
    let body = try call.body()
    guard try body.neededText("documentId", 1...36) == caller.account.text else {
        throw .parameter("documentId", "A document of this collection has the id of its user.")
    }
    return try await write(body, .create, call, caller, place, .created)
}

func getDocument(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let place = try DocumentPlace(call.request.parameters, of: caller)
    do {
        let document = try await call.send(ReadDocument(account: caller.account, name: .user))
        return Answer(json: JSONObject(appwriteDocument: document, of: caller.account, in: place).bytes)
    } catch {
        throw error.known(as: .documentNotFound, where: .notFound)
    }
}

/// Replaces the members with the given names; the others stay.
func updateDocument(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let place = try DocumentPlace(call.request.parameters, of: caller)
    return try await write(try call.body(), .merge, call, caller, place, .ok)
}

private func write(
    _ body: JSONValue, _ mode: WriteDocument.Mode, _ call: AppwriteCall, _ caller: Caller, _ place: DocumentPlace,
    _ status: Answer.Status
) async throws(EdgeError) -> Answer {
    guard body.parameter("data") != nil else { throw .appwrite(.documentMissingData) }
    let message = WriteDocument(
        account: caller.account, name: .user, mode: mode, json: try body.neededObject("data").ownMembers)
    do {
        let document = try await call.send(message)
        return Answer(status, json: JSONObject(appwriteDocument: document, of: caller.account, in: place).bytes)
    } catch {
        throw error.known(as: .documentAlreadyExists, where: .conflict).known(as: .documentNotFound, where: .notFound)
    }
}
