import BaliseJSON
import Models

/// The database and the collection in a path. There is one collection, in any database name that an app uses. Each user
/// sees one document in it: their own, under the id of their account.
struct DocumentPlace: Sendable {
    let database: String
    let collection: String

    private static let users = "users"

    /// Throws 404 for any other collection.
    init(_ parameters: [String]) throws(EdgeError) {
        guard let database = parameters.first, AccountID(database) != nil else { throw .appwrite(.databaseNotFound) }
        guard parameters.count > 1, parameters[1] == DocumentPlace.users else { throw .appwrite(.collectionNotFound) }
        self.database = database
        collection = DocumentPlace.users
    }

    /// The place in a path that ends with a document id: 404 unless it is the id of `caller`.
    init(_ parameters: [String], of caller: Caller) throws(EdgeError) {
        try self.init(parameters)
        guard parameters.last == caller.account.text else { throw .appwrite(.documentNotFound) }
    }
}

extension JSONValue {
    /// The object's members without Appwrite's own, which begin with `$`.
    var ownMembers: Personal<String> {
        guard let members else { return Personal("{}") }
        var json = JSONObject()
        for (name, value) in members where !name.hasExactPrefix("$") { json.set(name, json: value.literal) }
        return Personal(String(decoding: json.bytes, as: UTF8.self))
    }
}
