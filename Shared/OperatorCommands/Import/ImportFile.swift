import BaliseJSON
import Foundation
import Models

/// The users of an export, one after the other, so that memory does not grow with the file. A JSON file is a list of
/// objects, or an object with such a list. A CSV file has the form of RFC 4180.
final class ImportFile {
    /// A user, and the line of the file where it begins.
    struct Entry {
        let line: Int
        /// The user's record; nil if the object is not JSON.
        let record: ImportRecord?
    }

    private enum Form {
        case json
        case csv(columns: [String])
    }

    private static let maximumRecordBytes = 1 << 20

    private let bytes: ImportBytes
    private var form = Form.json
    /// The opening brackets around the list of users.
    private var outside: [UInt8] = []
    private var hasEnded = false

    /// Opens the file.
    /// - Parameter needsPasswords: Whether to refuse a CSV file without a column of passwords.
    init(_ path: String, from source: ImportSource, needsPasswords: Bool = true) throws {
        bytes = try ImportBytes(path)
        try bytes.skipMark()
        guard let first = try bytes.peek() else { throw NotDone(description: "the file \(path) is empty") }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return }
        // Firebase's CSV files have no line with the names of the columns.
        let columns = try source == .firebase ? ImportRecord.firebaseColumns : fields() ?? []
        let id = source == .appwrite ? "$id" : source == .firebase ? "localId" : "id"
        let passwords = needsPasswords ? [ImportRecord.passwordColumns(of: source)] : []
        let missing = ([[id], ["email"]] + passwords).filter { Set($0).isDisjoint(with: columns) }
        guard missing.isEmpty else {
            let names = missing.map { $0.joined(separator: " or ") }.joined(separator: ", no ")
            let flag = missing == passwords ? " If it has no passwords, add --without-passwords" : ""
            throw NotDone(
                description: "the first line names no column \(names): is this an export of \(source.rawValue)?\(flag)")
        }
        form = .csv(columns: columns)
    }

    /// Returns the next user; nil at the end. Throws `NotDone` if the rest of the file cannot be read.
    func next() throws -> Entry? {
        switch form {
        case .json: return try object()
        case .csv(let columns):
            while true {
                let line = bytes.line
                guard let fields = try fields() else { return nil }
                if fields == [""] || fields.first == columns.first { continue }
                let pairs = zip(columns, fields).map { ($0, $1) }
                return Entry(line: line, record: .columns(Dictionary(pairs) { first, _ in first }))
            }
        }
    }

    private func object() throws -> Entry? {
        while let byte = try bytes.next() {
            switch byte {
            case UInt8(ascii: "{") where outside.last == UInt8(ascii: "["):
                let line = bytes.line
                let object = try rest(of: byte)
                return Entry(line: line, record: (try? JSONDocument(object)).map { .object($0.root) })
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard !hasEnded, outside.count < 2 else {
                    throw NotDone(
                        description: "line \(bytes.line): the users have to be one list of objects, such as [{…}, {…}]")
                }
                outside.append(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = outside.popLast()
                hasEnded = outside.isEmpty
            case UInt8(ascii: "\""): _ = try rest(of: byte)
            default: break
            }
        }
        guard hasEnded else { throw unclosed("the list of users") }
        return nil
    }

    /// Reads an object, or a text, to its end.
    private func rest(of first: UInt8) throws -> [UInt8] {
        var (found, depth) = ([first], first == UInt8(ascii: "{") ? 1 : 0)
        var (isText, isEscaped) = (depth == 0, false)
        let line = bytes.line
        while isText || depth > 0 {
            guard let byte = try bytes.next() else { throw unclosed("the bracket or quote of line \(line)") }
            found.append(byte)
            try check(found.count)
            if isEscaped {
                isEscaped = false
            } else if isText {
                isEscaped = byte == UInt8(ascii: "\\")
                isText = byte != UInt8(ascii: "\"")
            } else {
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
        }
        return found
    }

    private func fields() throws -> [String]? {
        guard try bytes.peek() != nil else { return nil }
        var (fields, field, size): ([String], [UInt8], Int) = ([], [], 0)
        var (isQuoted, quoteLine) = (false, 0)
        while true {
            guard let byte = try bytes.next() else {
                if isQuoted { throw unclosed("the quote of line \(quoteLine)") }
                break
            }
            size += 1
            try check(size)
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    field.append(byte)
                } else if try bytes.peek() == byte {
                    field.append(byte)
                    _ = try bytes.next()
                } else {
                    isQuoted = false
                }
                continue
            }
            if byte == UInt8(ascii: "\n") { break }
            switch byte {
            case UInt8(ascii: "\"") where field.isEmpty: (isQuoted, quoteLine) = (true, bytes.line)
            case UInt8(ascii: ","):
                fields.append(String(decoding: field, as: UTF8.self))
                field = []
            case UInt8(ascii: "\r"): break
            default: field.append(byte)
            }
        }
        return fields + [String(decoding: field, as: UTF8.self)]
    }

    private func check(_ size: Int) throws {
        guard size <= ImportFile.maximumRecordBytes else {
            throw NotDone(
                description: "line \(bytes.line): one user has more than \(ImportFile.maximumRecordBytes) bytes; "
                    + "is a quote or a bracket missing before?")
        }
    }

    private func unclosed(_ what: String) -> NotDone {
        NotDone(description: "\(what) is never closed: is the file complete?")
    }
}

private final class ImportBytes {
    private static let chunkBytes = 65_536

    private let handle: FileHandle
    private let unreadable: NotDone
    private var chunk: [UInt8] = []
    private var place = 0
    /// The number of the current line, from 1.
    private(set) var line = 1

    init(_ path: String) throws(NotDone) {
        let unreadable = NotDone(description: "cannot read the file \(path); is it a file, and may you read it?")
        // A command reads the file twice, which is not possible with a pipe.
        guard let handle = FileHandle(forReadingAtPath: path), (try? handle.seek(toOffset: 0)) != nil else {
            throw unreadable
        }
        (self.handle, self.unreadable) = (handle, unreadable)
    }

    func peek() throws -> UInt8? {
        if place == chunk.count {
            do { chunk = try handle.read(upToCount: ImportBytes.chunkBytes).map { Array($0) } ?? [] } catch {
                throw unreadable
            }
            place = 0
        }
        return place < chunk.count ? chunk[place] : nil
    }

    func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        place += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
        return byte
    }

    /// Skips the byte order mark and the white space at the beginning.
    func skipMark() throws {
        while let byte = try peek(), [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains(byte) { _ = try next() }
    }
}
