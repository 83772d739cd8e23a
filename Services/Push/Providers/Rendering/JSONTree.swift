import BaliseJSON
import Foundation
import Models

/// A JSON object that can merge other objects. Members keep the order of insertion.
struct JSONTree: Hashable, Sendable {
    private indirect enum Part: Hashable, Sendable {
        case text(String)
        case whole(Int64)
        case real(Double)
        case json(String)
        case object(JSONTree)
    }

    private struct Member: Hashable, Sendable {
        var name: String
        var part: Part
    }

    private var members: [Member] = []

    var isEmpty: Bool { members.isEmpty }

    /// Sets a member; nil leaves it out.
    mutating func set(_ name: String, _ text: String?) { put(name, text.map { .text($0) }) }

    mutating func set(_ name: String, _ number: Int64?) { put(name, number.map { .whole($0) }) }

    mutating func set(_ name: String, _ number: Double?) { put(name, number.map { .real($0) }) }

    /// Sets a member to a text that is already JSON; nil leaves it out.
    mutating func set(_ name: String, json: String?) { put(name, json.map { .json($0) }) }

    mutating func set(_ name: String, _ object: JSONTree) { put(name, object.isEmpty ? nil : .object(object)) }

    mutating func setEvenEmpty(_ name: String, _ object: JSONTree) { put(name, .object(object)) }

    private mutating func put(_ name: String, _ part: Part?) {
        guard let part else { return }
        members.append(Member(name: name, part: part))
    }

    /// Adds the members of an object. Throws if a member exists already, unless both values are objects to merge.
    mutating func add(_ object: JSONValue, at path: String) throws(NotificationRendering.Failure) {
        guard let added = object.members else { return }
        for (name, value) in added {
            let place = "\(path).\(name)"
            guard let index = members.firstIndex(where: { $0.name.isExactly(name) }) else {
                members.append(Member(name: name, part: .json(value.literal)))
                continue
            }
            guard case .object(var own) = members[index].part, value.kind == .object else { throw .collision(place) }
            try own.add(value, at: place)
            members[index].part = .object(own)
        }
    }

    func without(_ name: String) -> JSONTree {
        var rest = self
        rest.members.removeAll { $0.name == name }
        return rest
    }

    func object(_ name: String) -> JSONTree {
        guard case .object(let object) = members.first(where: { $0.name == name })?.part else { return JSONTree() }
        return object
    }

    var bytes: Data { Data(object.bytes) }

    var bytesOfMembers: Data { Data(object.bytes.dropFirst().dropLast()) }

    private var object: JSONObject {
        var json = JSONObject()
        for member in members {
            switch member.part {
            case .text(let text): json.set(member.name, text)
            case .whole(let number): json.set(member.name, number)
            case .real(let number): json.set(member.name, number)
            case .json(let literal): json.set(member.name, json: literal)
            case .object(let tree): json.set(member.name, tree.object)
            }
        }
        return json
    }
}
