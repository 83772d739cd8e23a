/// A request that the storage did not carry out. The error contains no secret.
public struct ObjectStorageFailure: Error, CustomStringConvertible {
    /// The operation in S3's words, such as `PutObject`.
    public let operation: String
    /// The HTTP status; nil if there was no answer.
    public let status: Int?
    /// S3's error code, such as `AccessDenied`; nil if the answer has none.
    public let code: String?
    let reason: String

    init(_ operation: String, status: Int? = nil, code: String? = nil, reason: String? = nil) {
        (self.operation, self.status, self.code) = (operation, status, code)
        self.reason = reason ?? Self.remedy(status, code)
    }

    public var description: String {
        let words = [status.map { "\($0)" }, code].compactMap(\.self).joined(separator: " ")
        return "\(operation) failed: " + [words, reason].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// Whether the same request may succeed a little later.
    var isTransient: Bool {
        guard let status else { return true }
        return status >= 500 || status == 429 || code == "RequestTimeout"
    }

    private static func remedy(_ status: Int?, _ code: String?) -> String {
        switch code {
        case "SignatureDoesNotMatch": "check the secret and the region"
        case "InvalidAccessKeyId": "check the key id"
        case "AccessDenied": "let the key read, write, list and delete objects of the bucket"
        case "RequestTimeTooSkewed": "set the clock of this machine"
        case "NoSuchBucket": "make the bucket, or correct its name"
        case "NoSuchKey": "there is no such object"
        case "PermanentRedirect", "AuthorizationHeaderMalformed": "check the endpoint and the region"
        default:
            status == 301 || status == 307 ? "check the endpoint and the region" : ""
        }
    }
}
