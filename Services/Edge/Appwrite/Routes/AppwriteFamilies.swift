import BaliseJSON
import HTTPTypes
import Models

// The collection `families`: circles, each with a document of its members.

func createCircleDocument(
    _ call: AppwriteCall, _ caller: Caller, in place: DocumentPlace
) async throws(EdgeError) -> Answer {
    let body = try call.body()
    // The server makes the id. Apps ask for one by `unique()`, FamilySync by `uniqueId()`, and newer SDKs of Appwrite
    // by an id of their own.
    _ = try body.neededText("documentId", 1...36)
    guard body.parameter("data") != nil else { throw .appwrite(.documentMissingData) }
    let data = try body.neededObject("data")
    let message = CreateCircleDocument(
        account: caller.account, name: Personal(try data.neededText("name", CreateCircle.nameLengths)),
        memberName: try await call.memberName(of: caller), code: SecretText(try data.neededText("invite_code", 8...64)),
        json: data.familyDocument())
    let family = try await call.sendPassword(message)
    return Answer(.created, json: JSONObject(appwriteFamily: family, for: caller.account, in: place).bytes)
}

/// Without a query, answers the caller's families. With a query by `invite_code`, answers the family of this code.
func listDocuments(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let place = try DocumentPlace(call.request.parameters)
    guard place.isOfFamilies else { throw .appwrite(.routeNotFound) }
    var message = FindCircleDocuments(account: caller.account)
    message.code = try queriedCode(Query(call.request.query))
    let families = try await message.code == nil ? call.send(message) : call.sendPassword(message)
    var json = JSONObject()
    json.set("total", families.count)
    json.set("documents", families.map { JSONObject(appwriteFamily: $0, for: caller.account, in: place) })
    return Answer(json: json.bytes)
}

private func queriedCode(_ query: Query) throws(EdgeError) -> SecretText? {
    let names = query.names.filter { $0.isExactly("queries") || $0.hasExactPrefix("queries[") }
    let texts = query.texts("queries[]") + query.texts("queries[0]")
    // Other forms of the name are queries, too, so they must not be ignored.
    guard let text = texts.first, names.count == 1 else {
        if names.isEmpty { return nil }
        throw .parameter("queries", "Send one query, as queries[] or queries[0].")
    }
    let parsed = try parse(Array(text.utf8))
    let values = parsed.member("values")?.elements.map { Array($0) } ?? []
    guard parsed.member("method")?.string == "equal",
        parsed.member("attribute")?.string == "invite_code", values.count == 1, let code = values[0].string
    else { throw .parameter("queries", "This server can only look for one invite_code, by equal.") }
    return SecretText(code)
}

func getCircleDocument(_ call: AppwriteCall, _ caller: Caller, in place: DocumentPlace) async throws(EdgeError)
    -> Answer
{
    let family = try await call.family(place.circle(call), of: caller)
    guard let family else { throw .appwrite(.documentNotFound) }
    return Answer(json: JSONObject(appwriteFamily: family, for: caller.account, in: place).bytes)
}

/// Changes the document of a family. A caller with the code joins by naming themself in `members`.
func updateCircleDocument(_ call: AppwriteCall, _ caller: Caller, in place: DocumentPlace) async throws(EdgeError)
    -> Answer
{
    let body = try call.body()
    guard body.parameter("data") != nil else { throw .appwrite(.documentMissingData) }
    let data = try body.neededObject("data")
    let circle = try place.circle(call)
    let named = try data.parameter("members").map { members throws(EdgeError) -> [String] in
        guard let elements = members.elements else {
            throw .parameter("members", "The members must be an array of user ids.")
        }
        return elements.map { $0.string ?? "" }
    }
    var message = ChangeCircleDocument(account: caller.account, circle: circle)
    if let family = try await call.family(circle, of: caller) {
        if let named { try checkMembers(named, of: family) }
        if let name = data.parameter("name"), name.string.map({ !$0.isExactly(family.name.value) }) ?? true {
            message.name = Personal(try name.text("name", CreateCircle.nameLengths))
        }
        // Location merges it into the stored document, so that no change at the same time is lost.
        let document = data.familyDocument()
        if document.value != "{}" { message.json = document }
    } else {
        guard let named, named.contains(where: { caller.account.isNamed(by: $0) }) else {
            throw .appwrite(.documentNotFound)
        }
        message.joinsAs = try await call.memberName(of: caller)
    }
    do throws(EdgeError) {
        let family = try await call.send(message)
        return Answer(json: JSONObject(appwriteFamily: family, for: caller.account, in: place).bytes)
    } catch {
        guard error.code == .forbidden else { throw error.known(as: .documentNotFound, where: .notFound) }
        throw .appwrite(.accessForbidden, "Only the creator of the family can rename it.")
    }
}

/// Checks that a list of members neither adds nor removes other accounts.
private func checkMembers(_ named: [String], of family: CircleDocument) throws(EdgeError) {
    guard family.members.allSatisfy({ member in named.contains { member.isNamed(by: $0) } }) else {
        throw .parameter("members", "Members cannot be removed here. A member leaves through the app API.")
    }
    guard named.allSatisfy({ text in family.members.contains { $0.isNamed(by: text) } }) else {
        throw .parameter("members", "Another user can only join with the invitation code.")
    }
}

extension AccountID {
    /// Whether `text` is this account id. The app FamilySync cuts ids to 32 characters, so that form is accepted, too.
    func isNamed(by text: String) -> Bool {
        self.text.isExactly(text) || (text.utf8.count == 32 && self.text.hasExactPrefix(text))
    }
}

extension DocumentPlace {
    fileprivate func circle(_ call: AppwriteCall) throws(EdgeError) -> CircleID {
        guard let circle = call.request.parameters.last.flatMap(CircleID.init) else {
            throw .appwrite(.documentNotFound)
        }
        return circle
    }
}

extension AppwriteCall {
    /// Returns the family as its members see it; nil unless the caller is a member.
    fileprivate func family(_ circle: CircleID, of caller: Caller) async throws(EdgeError) -> CircleDocument? {
        try await send(FindCircleDocuments(account: caller.account, circle: circle)).first
    }

    /// Returns the name that the app stored in the user's document; else the profile's name, or the account id.
    fileprivate func memberName(of caller: Caller) async throws(EdgeError) -> Personal<String> {
        do throws(EdgeError) {
            let document = try await send(ReadDocument(account: caller.account, name: .user))
            let name = (try? JSONDocument(Array(document.json.value.utf8)).root)?.member("name")?.string
            if let name, !name.isEmpty { return Personal(name) }
        } catch {
            guard error.code == .notFound else { throw error }
        }
        let details = try await send(GetProfile(account: caller.account)).details
        return details.calledName ?? Personal(caller.account.text)
    }
}

extension JSONValue {
    /// The server keeps these members of a family itself, so an app's document cannot replace them.
    private static let ownNames = ["name", "creator_id", "members", "invite_code"]

    /// Returns the app's own members of a family.
    fileprivate func familyDocument() -> Personal<String> {
        var json = JSONObject()
        var names: Set<ExactText> = []
        if let members {
            for (name, value) in members
            where !name.hasExactPrefix("$") && !JSONValue.ownNames.contains(name)
                && names.insert(ExactText(name)).inserted
            {
                json.set(name, json: value.literal)
            }
        }
        return Personal(String(decoding: json.bytes, as: UTF8.self))
    }
}
