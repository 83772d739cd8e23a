// The API's document as a test reads it, and whether an answer is what it says.

import Foundation
import NIOCore
import Yams

@testable import Edge

/// The API's document, and the part of JSON Schema that it uses.
struct APIDocument {
    private let root: [String: Any]

    /// The one that the edge serves. Parsed once, since that takes longer than the tests. Nobody changes it.
    nonisolated(unsafe) static let served = Result {
        try APIDocument(String(buffer: EmbeddedDocument.openAPI.content))
    }

    init(_ text: String) throws { root = try Yams.load(yaml: text) as? [String: Any] ?? [:] }

    /// Every operation as `METHOD path`, in two sets: those of the operations port, which name its server, and the rest.
    func operations(ofOperationsPort: Bool) -> Set<String> {
        var operations: Set<String> = []
        for (path, item) in root["paths"] as? [String: [String: Any]] ?? [:]
        where (item["servers"] != nil) == ofOperationsPort {
            for method in ["get", "head", "post", "put", "delete", "patch"] where item[method] != nil {
                operations.insert("\(method.uppercased()) \(path)")
            }
        }
        return operations
    }

    /// What generated clients call the operations, in no particular order; one may be there twice.
    var operationIDs: [String] {
        let items = root["paths"] as? [String: [String: Any]] ?? [:]
        return items.values.flatMap(\.values).compactMap { ($0 as? [String: Any])?["operationId"] as? String }
    }

    /// What is wrong with an answer; nothing when it is what the document says.
    func problems(_ method: String, _ path: String, _ response: TestResponse) -> [String] {
        let item = (root["paths"] as? [String: Any])?[path] as? [String: Any]
        let operation = item?[method.lowercased()] as? [String: Any]
        let responses = operation?["responses"] as? [String: Any]
        guard let described = resolve(responses?["\(response.status)"]) else {
            return ["\(method) \(path) does not list \(response.status)"]
        }
        var problems: [String] = []
        for (name, header) in described["headers"] as? [String: Any] ?? [:] {
            let header = resolve(header)
            guard let value = response.header(name) else {
                if header?["required"] as? Bool == false { continue }
                problems.append("\(name) is missing")
                continue
            }
            problems += mismatches(value, header?["schema"], at: name)
        }
        guard let content = described["content"] as? [String: [String: Any]] else {
            return problems + (response.body.isEmpty ? [] : ["there is a body"])
        }
        let type = String(response.header("Content-Type")?.prefix { $0 != ";" } ?? "")
        guard let schema = content[type]?["schema"] else { return problems + ["\(type) is not listed"] }
        if method == "HEAD" { return problems }
        let isJSON = type.hasSuffix("json")
        // YAML 1.2 is a superset of JSON, and its reader tells numbers and truth values apart.
        let body: Any? = isJSON ? try? Yams.load(yaml: response.body) : response.body
        guard let body else { return problems + ["the body is not JSON"] }
        return problems + mismatches(body, schema, at: "body")
    }

    private func resolve(_ node: Any?) -> [String: Any]? {
        guard let node = node as? [String: Any] else { return nil }
        guard let reference = node["$ref"] as? String else { return node }
        var target: Any? = root
        for part in reference.dropFirst(2).split(separator: "/") { target = (target as? [String: Any])?[String(part)] }
        return resolve(target)
    }

    private func mismatches(_ value: Any, _ node: Any?, at place: String) -> [String] {
        guard let schema = resolve(node) else { return ["\(place): no schema"] }
        var problems: [String] = []
        for part in schema["allOf"] as? [Any] ?? [] { problems += mismatches(value, part, at: place) }
        if let constant = schema["const"], "\(constant)" != "\(value)" { problems.append("\(place): not \(constant)") }
        let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] }
        if let types, !types.contains(where: { isOf(type: $0, value) }) {
            problems.append("\(place): \(value) is none of \(types)")
        }
        if let pattern = schema["pattern"] as? String, let text = value as? String,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            problems.append("\(place): \(text) is not like \(pattern)")
        }
        if let object = value as? [String: Any] { problems += mismatches(ofObject: object, schema, at: place) }
        if let array = value as? [Any] {
            for (position, element) in array.enumerated() where schema["items"] != nil {
                problems += mismatches(element, schema["items"], at: "\(place)[\(position)]")
            }
            if let least = schema["minItems"] as? Int, array.count < least { problems.append("\(place): too short") }
            if let most = schema["maxItems"] as? Int, array.count > most { problems.append("\(place): too long") }
        }
        return problems
    }

    private func mismatches(ofObject object: [String: Any], _ schema: [String: Any], at place: String) -> [String] {
        let properties = schema["properties"] as? [String: Any] ?? [:]
        var problems = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "\(place): no \($0)" }
        for (name, member) in object {
            if let property = properties[name] {
                problems += mismatches(member, property, at: "\(place).\(name)")
            } else if schema["additionalProperties"] as? Bool == false {
                problems.append("\(place): \(name) is not listed")
            }
        }
        return problems
    }

    private func isOf(type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "null": value is NSNull
        case "boolean": value is Bool
        case "number": value is Int || value is Double
        case "integer": value is Int
        default: false
        }
    }
}
