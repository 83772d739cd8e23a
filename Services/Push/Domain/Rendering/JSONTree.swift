// A JSON object that is put together from several.

import BaliseJSON
import Foundation
import Models

/// A JSON object whose members are set one by one, and to which those of another object can be added. Members stand in
/// the order in which they were set.
struct JSONTree: Hashable, Sendable {
    private indirect enum Part: Hashable, Sendable {
        case text(String)
        case whole(Int64)
        case real(Double)
        /// JSON as it came.
        case json(String)
        case object(JSONTree)
    }

    private struct Member: Hashable, Sendable {
        var name: String
        var part: Part
    }

    /// A member was set by both.
    struct Collision: Error, Hashable {
        /// The way to it, with dots between the names.
        let path: String
    }

    private var members: [Member] = []

    var isEmpty: Bool { members.isEmpty }

    /// Sets a text; nil leaves the member out.
    mutating func set(_ name: String, _ text: String?) { put(name, text.map { .text($0) }) }

    /// Sets a whole number; nil leaves the member out.
    mutating func set(_ name: String, _ number: Int64?) { put(name, number.map { .whole($0) }) }

    /// Sets a number; nil leaves the member out.
    mutating func set(_ name: String, _ number: Double?) { put(name, number.map { .real($0) }) }

    /// Sets what is JSON already; nil leaves the member out.
    mutating func set(_ name: String, json: String?) { put(name, json.map { .json($0) }) }

    /// Sets an object; an empty one leaves the member out.
    mutating func set(_ name: String, _ object: JSONTree) { put(name, object.isEmpty ? nil : .object(object)) }

    /// Sets an object, also an empty one.
    mutating func setEvenEmpty(_ name: String, _ object: JSONTree) { put(name, .object(object)) }

    private mutating func put(_ name: String, _ part: Part?) {
        guard let part else { return }
        members.append(Member(name: name, part: part))
    }

    /// Adds the members of an object; objects that stand under one name in both become one. Throws for any other member
    /// that is there already.
    mutating func add(_ object: JSONValue, at path: String) throws(Collision) {
        guard let added = object.members else { return }
        for (name, value) in added {
            let place = "\(path).\(name)"
            guard let index = members.firstIndex(where: { $0.name.isExactly(name) }) else {
                members.append(Member(name: name, part: .json(value.literal)))
                continue
            }
            guard case .object(var own) = members[index].part, value.kind == .object else {
                throw Collision(path: place)
            }
            try own.add(value, at: place)
            members[index].part = .object(own)
        }
    }

    /// The object without a member.
    func without(_ name: String) -> JSONTree {
        var rest = self
        rest.members.removeAll { $0.name == name }
        return rest
    }

    /// The object that stands under a name; an empty one where there is none.
    func object(_ name: String) -> JSONTree {
        guard case .object(let object) = members.first(where: { $0.name == name })?.part else { return JSONTree() }
        return object
    }

    /// As JSON, in UTF-8.
    var bytes: Data { Data(object.bytes) }

    /// The object without its braces, in UTF-8.
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
