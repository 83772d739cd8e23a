public import Foundation
import Models
import ObjectStorage

/// The address and credentials of S3-compatible storage.
public struct BucketAccess: Hashable, Sendable {
    public var endpoint: URL
    public var region: String
    public var keyID: String
    public var key: Secret

    /// Where a request names its bucket: Amazon expects it in the host's name, most other providers in the path.
    var addressing: ObjectStorageOptions.Addressing {
        endpoint.host?.hasSuffix(".amazonaws.com") == true ? .virtualHost : .path
    }

    /// Reads the settings; nil if none of them is set. Reports an incomplete configuration.
    init?(_ reader: inout SettingsReader) {
        let endpoint = reader.readOptional(
            "backups.s3.endpoint", .safeAddress("https://s3.example.com"),
            "The address of the S3-compatible storage that backups.to names.")
        let region = reader.read(
            "backups.s3.region", .text, default: "us-east-1", "The region of the storage, which signatures contain.")
        let keyID = reader.readOptional("backups.s3.keyId", .text, "The id of the access key of the storage.")
        let key = reader.readSecret("backups.s3.key", length: 1...1024, "The secret access key of the storage.")
        guard let endpoint, let keyID, let key else {
            if endpoint != nil || keyID != nil || key != nil {
                reader.report(
                    "backups.s3: endpoint, keyId and key belong together; set all three, or none of them.")
            }
            return nil
        }
        (self.endpoint, self.region, self.keyID, self.key) = (endpoint, region, keyID, key)
    }
}

/// The place of backups: a folder, or a bucket in S3-compatible storage.
public enum BackupAddress: Hashable, Sendable, CustomStringConvertible {
    case folder(URL)
    /// A bucket. `prefix` is empty, or names a folder in the bucket without slashes at its ends.
    case bucket(String, prefix: String)

    /// Reads a place. A text without `s3://` is a path, relative to the program's working folder. Nil if there is no
    /// bucket's name (3 to 63 lower-case letters, digits, dots and hyphens), or for an empty part of the prefix.
    public init?(_ text: String) {
        guard let rest = text.wholeMatch(of: /s3:\/\/(.*)/)?.1 else {
            guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
            self = .folder(URL(fileURLWithPath: text).standardizedFileURL)
            return
        }
        var parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count > 1, parts.last == "" { parts.removeLast() }
        let isWhole = parts.dropFirst().allSatisfy { part in
            part != "." && part != ".." && part.wholeMatch(of: /[A-Za-z0-9._\-]+/) != nil
        }
        guard let name = parts.first, name.wholeMatch(of: /[a-z0-9][a-z0-9.\-]{1,61}[a-z0-9]/) != nil, isWhole else {
            return nil
        }
        self = .bucket(String(name), prefix: parts.dropFirst().joined(separator: "/"))
    }

    public var description: String {
        switch self {
        case .folder(let folder): folder.path
        case .bucket(let name, let prefix): prefix.isEmpty ? "s3://\(name)" : "s3://\(name)/\(prefix)"
        }
    }

    /// The backup in a bucket that a text for `restore` names: the address of its place, and its name. Nil for a
    /// folder, and if the name is missing.
    var backupInBucket: (place: BackupAddress, name: String)? {
        guard case .bucket(let bucket, let prefix) = self else { return nil }
        let parts = prefix.split(separator: "/")
        guard let name = parts.last.map(String.init), BackupName.isValid(name) else { return nil }
        return (.bucket(bucket, prefix: parts.dropLast().joined(separator: "/")), name)
    }
}

extension ValueForm where Value == BackupAddress {
    static let backupAddress = ValueForm.single(
        "place", allowed: "the path of a folder, or s3://bucket/prefix",
        read: { (text) throws(InvalidValue) in
            guard let address = BackupAddress(text) else { throw InvalidValue("names no folder and no bucket") }
            return address
        }, write: { $0.description })
}
