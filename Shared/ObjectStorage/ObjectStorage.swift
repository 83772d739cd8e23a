import AsyncHTTPClient
public import BaliseValues
import Foundation
public import Models
import NIOCore
import NIOHTTP1

/// An object in the storage, without its content.
public struct StoredObject: Hashable, Sendable {
    /// The object's key, without the prefix of the options.
    public let key: String
    public let bytes: Int64
    /// When the object was written; nil if the storage does not say.
    public let changedAt: UnixTime?
}

/// A client for a bucket of an S3 storage (Amazon S3 API Reference). Keys do not contain the prefix from the options.
public final class ObjectStorage: Sendable {
    let options: ObjectStorageOptions
    let scheme: String
    let authority: String
    let signer: RequestSigner
    let client: HTTPClient
    let clock: any WallClock
    let pause: @Sendable (Duration) async throws -> Void

    /// Creates a client. Call `close` after the last request.
    /// - Parameter pause: Waits between two attempts.
    public init(
        _ options: ObjectStorageOptions, clock: any WallClock,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) throws(ObjectStorageOptions.Unusable) {
        let address = try options.address()
        self.options = options
        scheme = address.scheme
        authority = address.authority
        signer = RequestSigner(region: options.region, keyID: options.keyID, secret: options.secret)
        self.clock = clock
        self.pause = pause
        let timeout = TimeAmount(options.timeout)
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = HTTPClient.Configuration.Timeout(
            connect: min(timeout, .seconds(10)), read: timeout, write: timeout)
        // The HTTP client must not repeat attempts itself, because attempts are counted here.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Ends the connections. No request may follow.
    public func close() async {
        // No request is running, so a failure here loses nothing.
        try? await client.shutdown()
    }

    /// Writes an object in one request. It replaces an earlier object with this key.
    public func put(_ bytes: [UInt8], as key: String) async throws(ObjectStorageFailure) {
        _ = try await send(StorageRequest(operation: "PutObject", method: .PUT, key: key, body: bytes))
    }

    /// Writes an object while its content is made. It appears when it is complete; after an error nothing of it
    /// remains.
    /// - Parameter write: Writes the content to the upload. Its error is passed on.
    nonisolated(nonsending) public func upload(
        as key: String, _ write: nonisolated(nonsending) (inout ObjectUpload) async throws -> Void
    ) async throws {
        var upload = ObjectUpload(self, key)
        do {
            try await write(&upload)
            try await upload.finish()
        } catch {
            await upload.abort()
            throw error
        }
    }

    /// Begins to read an object. The bytes of the result arrive as it is read.
    public func get(_ key: String) async throws(ObjectStorageFailure) -> ObjectBody {
        let request = StorageRequest(operation: "GetObject", method: .GET, key: key)
        return ObjectBody(body: try await send(request, collects: false).response.body)
    }

    /// Reads the facts about an object; nil if there is no such object.
    public func head(_ key: String) async throws(ObjectStorageFailure) -> StoredObject? {
        let request = StorageRequest(operation: "HeadObject", method: .HEAD, key: key)
        let response: HTTPClientResponse
        do throws(ObjectStorageFailure) { response = try await send(request).response } catch {
            guard error.status == 404 else { throw error }
            return nil
        }
        guard let bytes = response.headers.first(name: "content-length").flatMap({ Int64($0) }) else {
            throw ObjectStorageFailure(request.operation, status: 200, reason: "the answer has no length")
        }
        return StoredObject(key: key, bytes: bytes, changedAt: nil)
    }

    /// The largest number of objects in a list. It bounds the memory if a storage never ends its list.
    private static let maximumObjects = 1_000_000

    /// All objects whose keys begin with `prefix`, in the order of their keys. More than a million are an error.
    public func list(prefix: String = "") async throws(ObjectStorageFailure) -> [StoredObject] {
        var objects: [StoredObject] = []
        var request = StorageRequest(operation: "ListObjectsV2", method: .GET)
        let query: [(name: String, value: String)] = [
            ("list-type", "2"), ("encoding-type", "url"), ("prefix", options.prefix + prefix),
        ]
        var next: String?
        for _ in 0..<Self.maximumObjects / 1000 where objects.count <= Self.maximumObjects {
            request.query = query
            if let next { request.query.append((name: "continuation-token", value: next)) }
            let page = StorageAnswer(try await send(request).body)
            objects += page.objects(below: options.prefix)
            next = page.first("IsTruncated") == "true" ? page.first("NextContinuationToken") : nil
            if next == nil { return objects }
        }
        throw ObjectStorageFailure(
            request.operation, reason: "there are more than a million objects; use another bucket or prefix")
    }

    /// Deletes the parts of uploads to keys below `prefix` that were neither completed nor aborted.
    public func abortUploads(prefix: String) async throws(ObjectStorageFailure) {
        for (key, id) in try await openUploads(prefix: prefix) { try await abortUpload(id, of: key) }
    }

    /// Returns the first thousand open uploads.
    func openUploads(prefix: String = "") async throws(ObjectStorageFailure) -> [(key: String, id: String)] {
        let request = StorageRequest(
            operation: "ListMultipartUploads", method: .GET,
            query: [(name: "prefix", value: options.prefix + prefix), (name: "uploads", value: "")])
        let answer = StorageAnswer(try await send(request).body)
        return answer.all("Upload").compactMap { entry -> (key: String, id: String)? in
            guard let key = entry.first("Key"), let id = entry.first("UploadId"), key.hasPrefix(options.prefix) else {
                return nil
            }
            return (key: String(key.dropFirst(options.prefix.count)), id: id)
        }
    }

    func abortUpload(_ id: String, of key: String) async throws(ObjectStorageFailure) {
        _ = try await send(
            StorageRequest(
                operation: "AbortMultipartUpload", method: .DELETE, key: key,
                query: [(name: "uploadId", value: id)]))
    }

    /// Deletes an object. Succeeds even if there is no such object.
    public func delete(_ key: String) async throws(ObjectStorageFailure) {
        _ = try await send(StorageRequest(operation: "DeleteObject", method: .DELETE, key: key))
    }
}

/// The bytes of an object, as they arrive. They can be read only once.
public struct ObjectBody: AsyncSequence, Sendable {
    let body: HTTPClientResponse.Body

    public struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: HTTPClientResponse.Body.AsyncIterator

        /// Returns nil at the end. Throws an `ObjectStorageFailure` if the connection fails before the end of the
        /// object.
        public mutating func next() async throws -> [UInt8]? {
            do {
                guard let buffer = try await iterator.next() else { return nil }
                return Array(buffer.readableBytesView)
            } catch {
                throw ObjectStorageFailure("GetObject", reason: "the object did not arrive whole; read it again")
            }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: body.makeAsyncIterator()) }
}
