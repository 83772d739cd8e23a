import BaliseJSON

/// A repeated member, which is valid JSON syntax.
struct DoubledMember: Error {
    var name: String
}

extension JSON {
    init(reading bytes: [UInt8]) throws { try self.init(JSONDocument(bytes).root) }

    init(reading text: String) throws { try self.init(reading: Array(text.utf8)) }

    private init(_ value: JSONValue) throws {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(value.bool == true)
        case .number: self = .number(value.literal)
        case .string: self = .string(value.string ?? "")
        case .array: self = .array(try value.elements.map { try $0.map { try JSON($0) } } ?? [])
        case .object:
            var members: [Member] = []
            for (name, value) in try #require(value.members) {
                guard !members.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                    throw DoubledMember(name: name)
                }
                members.append(Member(name: name, value: try JSON(value)))
            }
            self = .object(members)
        }
    }
}
