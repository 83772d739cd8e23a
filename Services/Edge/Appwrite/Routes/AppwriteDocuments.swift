import BaliseJSON
import HTTPTypes
import Models

func createDocument(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let place = try DocumentPlace(call.request.parameters)
    if place.isOfFamilies { return try await createCircleDocument(call, caller, in: place) }
    let body = try call.body()
    guard try body.neededText("documentId", 1...36) == caller.account.text else {
        throw .parameter("documentId", "A document of this collection has the id of its user.")
    }
    return try await write(body, .create, call, caller, place, .created)
}

func getDocument(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let place = try DocumentPlace(call.request.parameters, of: caller)
    if place.isOfFamilies { return try await getCircleDocument(call, caller, in: place) }
    do {
        let document = try await call.send(ReadDocument(account: caller.account, name: .user))
        return Answer(json: JSONObject(appwriteDocument: document, of: caller.account, in: place).bytes)
    } catch {
        throw error.known(as: .documentNotFound, where: .notFound)
    }
}

/// Replaces the members with the given names. The other members stay.
func updateDocument(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let place = try DocumentPlace(call.request.parameters, of: caller)
    if place.isOfFamilies { return try await updateCircleDocument(call, caller, in: place) }
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

/// The place of a document. Two collections exist, in any database name. In `users`, each user sees one document: their
/// own, under their account's id. In `families`, members see their circles.
struct DocumentPlace: Sendable {
    static let users = "users"
    static let families = "families"

    let database: String
    let isOfFamilies: Bool

    init(_ parameters: [String]) throws(EdgeError) {
        guard let database = parameters.first, AccountID(database) != nil else { throw .appwrite(.databaseNotFound) }
        guard parameters.count > 1, [DocumentPlace.users, DocumentPlace.families].contains(parameters[1]) else {
            throw .appwrite(.collectionNotFound)
        }
        self.database = database
        isOfFamilies = parameters[1] == DocumentPlace.families
    }

    init(_ parameters: [String], of caller: Caller) throws(EdgeError) {
        try self.init(parameters)
        guard isOfFamilies || parameters.last == caller.account.text else { throw .appwrite(.documentNotFound) }
    }
}

extension JSONValue {
    var ownMembers: Personal<String> {
        guard let members else { return Personal("{}") }
        var json = JSONObject()
        for (name, value) in members where !name.hasExactPrefix("$") { json.set(name, json: value.literal) }
        return Personal(String(decoding: json.bytes, as: UTF8.self))
    }
}
