// From the bytes of a body to the JSON object that the API's routes read.

import BaliseJSON
import Models

extension APICall {
    /// The most bytes that the JSON of a call may have. What an account holds is far less.
    static let maximumJSONBytes = 256 << 10

    /// The JSON object in the body, or in the part `part` of a form; an empty object where there is no body.
    ///
    /// 400 for what is no JSON object, 413 for too much of it, 415 for another kind of body.
    func body(orPart part: String? = nil) throws(EdgeError) -> JSONValue {
        let contentType = request.headers.contentType
        if let boundary = MultipartBoundary(contentType) {
            guard let part else { throw unsupported }
            guard let json = try MultipartBody(request.body, boundary).part(named: part) else {
                throw .invalid("The form must have a part named \(part).")
            }
            return try object(json)
        }
        let type = MediaType(contentType)
        guard contentType == nil || type.kind == .json else {
            guard request.headers.contentLength ?? 0 == 0 else { throw unsupported }
            return try object(Array("{}".utf8))
        }
        guard !request.body.isEmpty else { return try object(Array("{}".utf8)) }
        return try object(try utf8(request.body, charset: type.charset))
    }

    private func object(_ json: [UInt8]) throws(EdgeError) -> JSONValue {
        guard json.count <= APICall.maximumJSONBytes else { throw .tooLarge(limit: APICall.maximumJSONBytes) }
        let value = try parse(json)
        guard value.kind == .object else { throw .invalid("The body must be a JSON object.") }
        return value
    }

    private var unsupported: EdgeError { EdgeError(.unsupportedMediaType, "Send the body as application/json.") }
}

// One of the apps turns every 0 and 1 of a body into a truth value before it sends it, and truth values reach it as 0 and
// 1. So each is taken for the other where it is clear which is meant. `null` is as good as nothing.
extension JSONValue {
    /// A text under the first of some names whose member is not absent, `null` or empty; nil when there is none.
    func text(_ names: StaticString...) throws(EdgeError) -> String? { try text(names) }

    private func text(_ names: [StaticString]) throws(EdgeError) -> String? {
        for name in names {
            guard let value = given(name) else { continue }
            guard let text = value.string else { throw .invalid("The member \(name) must be a text.") }
            if !text.isEmpty { return text }
        }
        return nil
    }

    /// A text that has to be there and not be empty.
    func neededText(_ name: StaticString) throws(EdgeError) -> String {
        guard let text = try text(name) else { throw .invalid("The member \(name) is missing.") }
        return text
    }

    /// As `text`, for a text that nobody may see.
    func secret(_ names: StaticString...) throws(EdgeError) -> SecretText? { try text(names).map(SecretText.init) }

    /// A text that nobody may see and that has to be there.
    func neededSecret(_ name: StaticString) throws(EdgeError) -> SecretText { SecretText(try neededText(name)) }

    /// A truth value, or nil when the member is absent or `null`.
    func flag(_ name: StaticString) throws(EdgeError) -> Bool? {
        guard let value = given(name) else { return nil }
        guard let flag = value.lenientFlag else { throw .invalid("The member \(name) must be true or false.") }
        return flag
    }

    /// A truth value, or 0 or 1 in its place; nil for anything else.
    var lenientFlag: Bool? {
        if let bool { return bool }
        switch kind == .number ? decimal(literal) : nil {
        case 0: return false
        case 1: return true
        default: return nil
        }
    }

    /// A number, or a truth value in its place; nil for anything else.
    var lenientNumber: Double? {
        if let bool { return bool ? 1 : 0 }
        return kind == .number ? decimal(literal) : nil
    }
}
