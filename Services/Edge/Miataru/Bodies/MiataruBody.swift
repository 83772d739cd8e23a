// From the bytes of a body to the JSON value that the calls read.

import BaliseJSON
import Foundation
import Models

/// The body of a Miataru request as JSON; nil when it is empty or of a kind that is ignored.
///
/// 400 for what is no JSON, or is neither an object nor an array; 415 for a charset that is no form of Unicode.
func miataruBody(of request: EdgeRequest) throws(EdgeError) -> JSONValue? {
    guard !request.body.isEmpty else { return nil }
    let type = MediaType(request.headers.contentType)
    let bytes = try utf8(request.body, charset: type.charset)
    switch type.kind {
    case .json: return try parse(bytes)
    case .form: return try parse(FormBody(bytes).json())
    case .other: return nil
    }
}

/// A JSON text whose value is an object or an array; 400 for any other.
func parse(_ bytes: [UInt8]) throws(EdgeError) -> JSONValue {
    let value: JSONValue
    do {
        value = try JSONDocument(bytes).root
    } catch {
        throw .invalid("the body is not JSON: \(error)")
    }
    guard value.kind == .object || value.kind == .array else {
        throw .invalid("the body must be a JSON object")
    }
    return value
}

/// A text in UTF-8, whatever form of Unicode it came in; 415 for a charset that is none.
func utf8(_ bytes: [UInt8], charset: String?) throws(EdgeError) -> [UInt8] {
    let encoding: String.Encoding
    switch charset {
    case nil, "utf-8", "utf8":
        // A byte order mark says nothing in UTF-8, but some editors write it.
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    case "utf-16": encoding = .utf16
    case "utf-16le": encoding = .utf16LittleEndian
    case "utf-16be": encoding = .utf16BigEndian
    case "utf-32": encoding = .utf32
    default: throw EdgeError(.unsupportedMediaType, "this charset is not supported")
    }
    guard let text = String(bytes: bytes, encoding: encoding) else {
        throw .invalid("the body is not in the charset that it names")
    }
    return Array(text.utf8)
}
