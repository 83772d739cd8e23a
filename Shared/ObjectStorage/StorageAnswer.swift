import BaliseJSON
import BaliseValues
import Foundation

/// S3's answers in XML. The elements that are read have no attributes and no comments, so they are found as texts. A
/// parser would load libxml2 into every program that makes backups.
struct StorageAnswer {
    let text: Substring

    init(_ bytes: [UInt8]) { text = Substring(String(decoding: bytes, as: UTF8.self)) }

    private init(_ text: Substring) { self.text = text }

    /// Returns the elements of this name, in their order.
    func all(_ name: String) -> [StorageAnswer] {
        var found: [StorageAnswer] = []
        var rest = text
        while let start = rest.range(of: "<\(name)>"), let end = rest[start.upperBound...].range(of: "</\(name)>") {
            found.append(StorageAnswer(rest[start.upperBound..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return found
    }

    /// Returns the text of the first element of this name; nil if there is none.
    func first(_ name: String) -> String? {
        all(name).first.map { element in
            let entities = [
                ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&amp;", "&"),
            ]
            return entities.reduce(String(element.text)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        }
    }

    /// The accepted sizes of objects in bytes, up to six times the largest upload. The limit keeps the sum of a whole
    /// list, and of all services, within an `Int64`.
    private static let sizes: ClosedRange<Int64> = 0...1 << 40

    /// Returns the objects of a list. The list's keys are percent-encoded.
    func objects(below prefix: String) -> [StoredObject] {
        all("Contents").compactMap { entry in
            let key = entry.first("Key")?.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
            guard let key, key.hasPrefix(prefix), let size = entry.first("Size").flatMap({ Int64($0) }),
                Self.sizes.contains(size)
            else { return nil }
            let changed = entry.first("LastModified").flatMap { RFC3339.milliseconds(of: $0) }
            return StoredObject(
                key: String(key.dropFirst(prefix.count)), bytes: size,
                changedAt: changed.map { UnixTime(milliseconds: $0) })
        }
    }
}
