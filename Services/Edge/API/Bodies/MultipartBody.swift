/// The text between the parts of a `multipart/form-data` body (RFC 2046, section 5.1.1).
struct MultipartBoundary: Equatable, Sendable {
    let text: String

    /// Returns nil for another content type, and for a boundary that is absent or not 1 to 70 characters long.
    init?(_ contentType: String?) {
        // Nearly every body is JSON, so this check comes first.
        guard let contentType, !contentType.hasPrefix("application/") else { return nil }
        let parts = contentType.split(separator: ";", maxSplits: 1)
        guard let type = parts.first, trimmed(type).lowercased() == "multipart/form-data", parts.count == 2,
            let boundary = headerParameter("boundary", in: parts[1]), (1...70).contains(boundary.utf8.count)
        else { return nil }
        text = boundary
    }
}

/// A `multipart/form-data` body (RFC 7578): finds one part by its name and skips the content of the others.
struct MultipartBody {
    static let maximumParts = 32
    static let maximumHeaderBytes = 4096

    private let bytes: [UInt8]
    private let delimiter: [UInt8]

    init(_ bytes: [UInt8], _ boundary: MultipartBoundary) {
        self.bytes = bytes
        delimiter = Array("--\(boundary.text)".utf8)
    }

    /// Returns the content of the first part with this name; nil without such a part. Throws 400 for an invalid form.
    func part(named name: String) throws(EdgeError) -> [UInt8]? {
        guard var position = nextDelimiter(from: 0)?.upperBound else {
            throw .invalid("The body is not a valid multipart form. Check its boundary.")
        }
        for _ in 0..<MultipartBody.maximumParts {
            if bytes[position...].starts(with: "--".utf8) { return nil }
            guard let start = lineEnd(position), let header = try header(from: start),
                let end = nextDelimiter(from: header.end)
            else { throw .invalid("The form ends in the middle of a part.") }
            if header.name == name {
                // The line break before the delimiter belongs to the delimiter. An empty part has no such line break.
                return Array(bytes[header.end..<max(header.end, contentEnd(before: end.lowerBound))])
            }
            position = end.upperBound
        }
        throw .invalid("The form may have at most \(MultipartBody.maximumParts) parts.")
    }

    private func nextDelimiter(from start: Int) -> Range<Int>? {
        var position = start
        while position + delimiter.count <= bytes.count {
            if position == 0 || bytes[position - 1] == UInt8(ascii: "\n"), isDelimiter(at: position) {
                return position..<position + delimiter.count
            }
            guard let lineFeed = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            position = lineFeed + 1
        }
        return nil
    }

    /// Whether the delimiter is at this position, and is not the beginning of a longer text.
    private func isDelimiter(at position: Int) -> Bool {
        guard bytes[position...].starts(with: delimiter) else { return false }
        let rest = bytes[(position + delimiter.count)...]
        guard let next = rest.first else { return true }
        return rest.starts(with: "--".utf8) || [0x0A, 0x0D, 0x09, 0x20].contains(next)
    }

    private func contentEnd(before delimiter: Int) -> Int {
        var end = delimiter
        if end > 0, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        if end > 0, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return end
    }

    private func lineEnd(_ position: Int) -> Int? {
        bytes[position...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
    }

    private func header(from start: Int) throws(EdgeError) -> (name: String?, end: Int)? {
        var name: String?
        var position = start
        while let next = lineEnd(position) {
            guard next - start <= MultipartBody.maximumHeaderBytes else {
                throw .invalid("The header of a part may have at most \(MultipartBody.maximumHeaderBytes) bytes.")
            }
            let line = trimmed(Substring(String(decoding: bytes[position..<next], as: UTF8.self)))
            position = next
            if line.isEmpty { return (name, position) }
            let field = line.split(separator: ":", maxSplits: 1)
            if field.count == 2, trimmed(field[0]).lowercased() == "content-disposition" {
                name = headerParameter("name", in: field[1])
            }
        }
        return nil
    }
}

private func headerParameter(_ name: String, in text: Substring) -> String? {
    for part in text.split(separator: ";") {
        let sides = part.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, trimmed(sides[0]).lowercased() == name else { continue }
        let value = trimmed(sides[1])
        guard value.count >= 2, value.first == "\"", value.last == "\"" else { return value }
        return String(value.dropFirst().dropLast())
    }
    return nil
}

private func trimmed(_ text: Substring) -> String { String(text.trimming(\.isWhitespace)) }
