public import Foundation

/// Stores each secret in a file of its own with mode 0600, in a folder with mode 0700.
///
/// A new version is written beside the old file and replaces it, so that every reader sees a complete file. A killed
/// process may leave an incomplete draft; a later write or removal of the same name deletes it.
public struct FileSecretStore: BaliseSecretStore {
    /// The folder, created with the first secret.
    public let folder: URL

    /// Creates a store in a folder.
    public init(folder: URL) { self.folder = folder }

    public func read(_ name: String) throws(BaliseError) -> Data? {
        let file = try file(name)
        do {
            return try Data(contentsOf: file)
        } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
            return nil
        } catch {
            throw .storage("\(file.path) cannot be read: \(error.localizedDescription)")
        }
    }

    public func write(_ data: Data, _ name: String) throws(BaliseError) {
        let file = try file(name)
        try PrivateFile.makeFolder(of: file)
        try PrivateFile.replace(file, with: data)
    }

    public func remove(_ name: String) throws(BaliseError) {
        let file = try file(name)
        PrivateFile.removeDrafts(of: file)
        do {
            try FileManager.default.removeItem(at: file)
        } catch CocoaError.fileNoSuchFile, CocoaError.fileReadNoSuchFile {
            return
        } catch {
            throw .storage("\(file.path) cannot be removed: \(error.localizedDescription)")
        }
    }

    /// Returns the file of a secret. Characters that are not safe in a file name become `%` and their digits.
    private func file(_ name: String) throws(BaliseError) -> URL {
        var text = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                text.append(Character(Unicode.Scalar(byte)))
            case UInt8(ascii: ".") where !text.isEmpty: text.append(".")
            default: text.append("%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true))
            }
        }
        guard (1...200).contains(text.utf8.count) else {
            throw .invalid(
                "a secret's name has 1 to 200 characters, those beside letters and digits counted three times")
        }
        return folder.appendingPathComponent(text, isDirectory: false)
    }
}
