import BaliseJSON
import Foundation
import Models

/// Nil if it is empty or of an ignored type. Throws 400 unless it is a JSON object or array; 415 for a charset outside
/// Unicode.
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

/// Throws 400 unless it is an object or array.
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

/// Takes any Unicode encoding; throws 415 for another charset.
func utf8(_ bytes: [UInt8], charset: String?) throws(EdgeError) -> [UInt8] {
    let encoding: String.Encoding
    switch charset {
    case nil, "utf-8", "utf8":
        // A byte order mark has no meaning in UTF-8, but some editors write it.
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
