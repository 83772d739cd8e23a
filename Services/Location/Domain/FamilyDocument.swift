import BaliseJSON
import Models

enum FamilyDocument {
    /// Returns the document with the members of `change`: each replaces the former member of its name. Both texts are
    /// JSON objects, and values stay as they were written. A text that is no object has no members.
    static func merged(_ former: Personal<String>, with change: Personal<String>) -> Personal<String> {
        let changed = members(of: change)
        var json = JSONObject()
        var names: Set<ExactText> = []
        for (name, value) in members(of: former) where names.insert(ExactText(name)).inserted {
            let new = changed.first { ExactText($0.name) == ExactText(name) }
            json.set(name, json: new?.literal ?? value)
        }
        for (name, value) in changed where names.insert(ExactText(name)).inserted { json.set(name, json: value) }
        return Personal(String(decoding: json.bytes, as: UTF8.self))
    }

    private static func members(of text: Personal<String>) -> [(name: String, literal: String)] {
        guard let members = (try? JSONDocument(Array(text.value.utf8)))?.root.members else { return [] }
        return members.map { (name: $0.name, literal: $0.value.literal) }
    }
}
