import AsyncHTTPClient
import BaliseValues
import Isolation
import Models
import NIOHTTP1
import Testing

@testable import ObjectStorage

@Suite("A signed request")
struct RequestSignerTests {
    private static let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    /// 2013-05-24T00:00:00Z.
    private static let time = UnixTime(milliseconds: 1_369_353_600_000)

    struct Example: Sendable {
        let method: String
        let path: String
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var body = ""
        let signature: String
    }

    @Test(
        "The signatures of Amazon's examples are the same (Amazon S3 API Reference, Authenticating Requests)",
        arguments: [
            Example(
                method: "GET", path: "/test.txt", headers: [("range", "bytes=0-9")],
                signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
            Example(
                method: "PUT", path: "/test%24file.text",
                headers: [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
                body: "Welcome to Amazon S3.",
                signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
            Example(
                method: "GET", path: "/", query: [("lifecycle", "")],
                signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
            Example(
                method: "GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")],
                signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
        ])
    func published(_ example: Example) {
        let signer = RequestSigner(
            region: "us-east-1", keyID: "AKIAIOSFODNN7EXAMPLE", secret: SecretText(Self.secret))
        let payload = RequestSigner.hash(Array(example.body.utf8))
        let headers: [(name: String, value: String)] = [
            ("host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", payload),
            ("x-amz-date", "20130524T000000Z"),
        ]
        let authorization = signer.authorization(
            example.method, path: example.path, query: example.query, headers: headers + example.headers,
            payload: payload, at: Self.time)
        #expect(authorization.hasSuffix(",Signature=" + example.signature))
        #expect(
            authorization.hasPrefix(
                "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders="))
    }

    private func request(
        _ endpoint: String, _ addressing: ObjectStorageOptions.Addressing
    ) async throws -> (url: String, payload: String?) {
        let options = ObjectStorageOptions(
            endpoint: endpoint, region: "us-east-1", bucket: "backups", prefix: "balise/", keyID: "id",
            secret: SecretText(Self.secret), addressing: addressing)
        let storage = try ObjectStorage(options, clock: SetClock(Self.time))
        let signed = storage.signed(StorageRequest(operation: "PutObject", method: .PUT, key: "a b/c+d", body: [1]))
        await storage.close()
        return (signed.url, signed.headers.first(name: "x-amz-content-sha256"))
    }

    @Test("The bucket is in the path or in the host, and only TLS spares the hash of the body")
    func addressing() async throws {
        let tls = try await request("https://s3.example/", .virtualHost)
        #expect(tls.url == "https://backups.s3.example/balise/a%20b/c%2Bd")
        #expect(tls.payload == "UNSIGNED-PAYLOAD")
        let plain = try await request("http://[::1]:9000", .path)
        #expect(plain.url == "http://[::1]:9000/backups/balise/a%20b/c%2Bd")
        #expect(plain.payload == RequestSigner.hash([1]))
    }

    @Test(
        "Another address than a scheme and a host is refused",
        arguments: [
            "s3.example", "ftp://s3.example", "https://s3.example/bucket", "https://a:b@s3.example", "https://",
        ])
    func endpoints(_ endpoint: String) async {
        await #expect(throws: ObjectStorageOptions.Unusable.self) { _ = try await request(endpoint, .path) }
    }
}
