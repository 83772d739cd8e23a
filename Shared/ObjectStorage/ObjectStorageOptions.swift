public import BaliseValues
import Foundation

/// A bucket of an S3-compatible object storage, and how to reach it.
public struct ObjectStorageOptions: Sendable {
    /// Where a request names its bucket.
    public enum Addressing: String, Sendable, CaseIterable {
        /// The path names the bucket, as most servers other than Amazon's expect.
        case path
        /// The host names the bucket, as Amazon's servers expect.
        case virtualHost
    }

    /// The address of the storage, such as `https://s3.eu-west-3.amazonaws.com`: a scheme, a host, and perhaps a port.
    public var endpoint: String
    public var region: String
    public var bucket: String
    /// The beginning of each key in the bucket, such as `balise/`. Other keys are never read or written.
    public var prefix: String
    public var keyID: String
    public var secret: SecretText
    public var addressing: Addressing
    /// The size of a part in bytes: at least 5 MiB, which S3 demands. An object has at most 10,000 parts.
    public var partSize = 16 * 1024 * 1024
    /// How long a request may go on without progress.
    public var timeout = Duration.seconds(60)
    /// The largest number of attempts of a request, if the storage fails or does not answer.
    public var attempts = 4

    public init(
        endpoint: String, region: String, bucket: String, prefix: String = "", keyID: String, secret: SecretText,
        addressing: Addressing = .path
    ) {
        (self.endpoint, self.region, self.bucket, self.prefix) = (endpoint, region, bucket, prefix)
        (self.keyID, self.secret, self.addressing) = (keyID, secret, addressing)
    }

    /// The options cannot be used. The text says why, and what to do.
    public struct Unusable: Error, CustomStringConvertible {
        public let description: String
    }

    /// Returns the address for requests, without the bucket in the host.
    func address() throws(Unusable) -> (scheme: String, authority: String) {
        guard let url = URL(string: endpoint), let scheme = url.scheme, ["http", "https"].contains(scheme),
            let host = url.host, !host.isEmpty, url.user == nil, ["", "/"].contains(url.path), url.query == nil,
            url.fragment == nil, url.port.map({ (1...65_535).contains($0) }) ?? true
        else {
            throw Unusable(
                description: "the endpoint must be a scheme and a host, such as https://s3.eu-west-3.amazonaws.com")
        }
        let authority = endpoint.dropFirst(scheme.count + 3)
        return (scheme, String(authority.hasSuffix("/") ? authority.dropLast() : authority))
    }
}
