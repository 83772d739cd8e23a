import AsyncHTTPClient
import BaliseValues
import Crypto
import Foundation
import Models
import NIOCore
import NIOHTTP1

struct StorageRequest: Sendable {
    let operation: String
    let method: HTTPMethod
    /// The object's key below the prefix; nil for the bucket itself.
    var key: String?
    var query: [(name: String, value: String)] = []
    var body: [UInt8] = []
}

extension ObjectStorage {
    /// The largest answer that is collected, in bytes. A page of a list has at most 1000 keys of 1024 bytes.
    private static let maximumAnswer = 8 * 1024 * 1024

    /// Sends a request until it succeeds, is refused, or has been tried often enough.
    /// - Parameter collects: Whether the body of the answer is read here; if not, the caller reads it.
    func send(
        _ request: StorageRequest, collects: Bool = true
    ) async throws(ObjectStorageFailure) -> (response: HTTPClientResponse, body: [UInt8]) {
        guard !Task.isCancelled else { throw ObjectStorageFailure(request.operation, reason: "it was cancelled") }
        var attempt = 1
        while true {
            let failure: ObjectStorageFailure
            do {
                let response = try await client.execute(signed(request), deadline: .distantFuture)
                let isSuccess = (200..<300).contains(response.status.code)
                guard collects || !isSuccess else { return (response, []) }
                let body = Array(try await response.body.collect(upTo: Self.maximumAnswer).readableBytesView)
                // A long request may fail although its status is 200, so the body is searched for an error.
                let code = StorageAnswer(body).all("Error").first?.first("Code")
                if isSuccess, code == nil || request.method == .GET { return (response, body) }
                failure = ObjectStorageFailure(
                    request.operation, status: isSuccess ? 500 : Int(response.status.code), code: code)
            } catch {
                // The error's full description may contain the address, so it is not used.
                let reason = (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error))"
                failure = ObjectStorageFailure(request.operation, reason: "the storage cannot be reached (\(reason))")
            }
            guard failure.isTransient, attempt < options.attempts, !Task.isCancelled else { throw failure }
            do { try await pause(.seconds(1 << (attempt - 1))) } catch { throw failure }
            attempt += 1
        }
    }

    func signed(_ request: StorageRequest) -> HTTPClientRequest {
        let isInHost = options.addressing == .virtualHost
        let host = isInHost ? "\(options.bucket).\(authority)" : authority
        var segments = isInHost ? [] : [options.bucket]
        if let key = request.key { segments += (options.prefix + key).components(separatedBy: "/") }
        let path = "/" + segments.map { PercentEncoding.encode($0) }.joined(separator: "/")
        let payload = scheme == "https" ? RequestSigner.unsignedPayload : RequestSigner.hash(request.body)
        let now = clock.now()
        var headers: [(name: String, value: String)] = [
            ("host", host), ("x-amz-content-sha256", payload), ("x-amz-date", RequestSigner.dateText(now)),
        ]
        if !request.body.isEmpty {
            // The storage demands this digest for buckets with locked objects (S3, "Object Lock").
            let digest = Data(Insecure.MD5.hash(data: request.body)).base64EncodedString()
            headers.append((name: "content-md5", value: digest))
        }
        let authorization = signer.authorization(
            request.method.rawValue, path: path, query: request.query, headers: headers, payload: payload, at: now)
        let query = RequestSigner.queryText(request.query)
        var prepared = HTTPClientRequest(url: "\(scheme)://\(host)\(path)" + (query.isEmpty ? "" : "?\(query)"))
        prepared.method = request.method
        for header in headers { prepared.headers.add(name: header.name, value: header.value) }
        prepared.headers.add(name: "authorization", value: authorization)
        prepared.headers.add(name: "user-agent", value: "Balise")
        if request.method == .PUT || request.method == .POST {
            prepared.body = .bytes(ByteBuffer(bytes: request.body))
        }
        return prepared
    }
}
