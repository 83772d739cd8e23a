// One body as a value and as a text, for the tests that hold for every body.

import BaliseJSON
import Foundation
import Testing

/// A body as a value and as the text that it has on the wire.
struct BodySample: Sendable, CustomTestStringConvertible {
    let name: String
    /// What the value writes.
    let text: String
    /// Those of the text's own members without which it cannot be read.
    let needed: Set<String>
    /// Whether members that nobody knows are part of the value.
    let keepsAll: Bool
    /// Writes the value.
    let write: @Sendable () -> String
    /// Reads a text; whether it is the value.
    let isRead: @Sendable (_ text: String) throws -> Bool

    init<Body: JSONConvertible & Equatable>(
        _ body: Body, _ text: String, needs needed: Set<String> = [], keepsAll: Bool = false
    ) {
        name = "\(Body.self)"
        self.text = text
        self.needed = needed
        self.keepsAll = keepsAll
        write = { body.json.text }
        isRead = { text in try Body(JSONDocument(Array(text.utf8)).root) == body }
    }

    var testDescription: String { name + " " + text.prefix(60) }

    /// The text with only those of its own members that are wanted.
    func text(where isWanted: (String) -> Bool) throws -> String {
        let members = try #require(try JSONDocument(Array(text.utf8)).root.members)
        var json = JSONObject()
        for member in members where isWanted(member.name) { json.set(member.name, json: member.value.literal) }
        return json.text
    }

    /// The names of the text's own members.
    func names() throws -> [String] { try #require(try JSONDocument(Array(text.utf8)).root.members).map(\.name) }
}

extension BodySample {
    /// 2026-01-31T12:00:00Z
    static let now = Date(timeIntervalSince1970: 1_769_860_800)
    /// 2026-01-01T00:00:00Z
    static let earlier = Date(timeIntervalSince1970: 1_767_225_600)
    static let times = #""createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-31T12:00:00Z""#
}
