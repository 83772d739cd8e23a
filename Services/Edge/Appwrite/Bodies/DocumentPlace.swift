// Where the documents are that an app keeps with an account.

import BaliseJSON
import Models

/// The database and the collection that a path names. There is one collection, in whichever database an app is set to,
/// and in it everybody sees one document: their own, under the id of their account.
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

    /// The place that a path names which goes on with the id of a document: 404 for any other than that of `caller`.
    init(_ parameters: [String], of caller: Caller) throws(EdgeError) {
        try self.init(parameters)
        guard parameters.last == caller.account.text else { throw .appwrite(.documentNotFound) }
    }
}

extension JSONValue {
    /// The object's members without those that every document has, whose names begin with `$`.
    var ownMembers: Personal<String> {
        guard let members else { return Personal("{}") }
        var json = JSONObject()
        for (name, value) in members where !name.hasExactPrefix("$") { json.set(name, json: value.literal) }
        return Personal(String(decoding: json.bytes, as: UTF8.self))
    }
}
