import AsyncHTTPClient
import NIOHTTP1

/// An object that is being written. It holds its input and at most one part, and the request that sends a part holds
/// that part again. An object of less than one part is sent in one request.
public struct ObjectUpload: Sendable {
    private static let maximumParts = 10_000

    private let storage: ObjectStorage
    private let key: String
    private var pending: [UInt8] = []
    private var uploadID: String?
    /// The tags of the parts that were sent, in their order.
    private var tags: [String] = []

    init(_ storage: ObjectStorage, _ key: String) { (self.storage, self.key) = (storage, key) }

    /// Takes the next bytes. Returns when the storage has received every part that they complete.
    public mutating func write(_ bytes: [UInt8]) async throws(ObjectStorageFailure) {
        pending += bytes
        let size = storage.options.partSize
        while pending.count >= size {
            try await sendPart(Array(pending.prefix(size)))
            pending.removeFirst(size)
        }
    }

    mutating func finish() async throws(ObjectStorageFailure) {
        guard let uploadID else { return try await storage.put(pending, as: key) }
        if !pending.isEmpty { try await sendPart(pending) }
        let parts = tags.enumerated().map { index, tag in
            "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(tag)</ETag></Part>"
        }
        let body = "<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>"
        _ = try await storage.send(
            StorageRequest(
                operation: "CompleteMultipartUpload", method: .POST, key: key, query: [("uploadId", uploadID)],
                body: Array(body.utf8)))
    }

    /// Deletes the parts that were sent, even if the task has been cancelled.
    func abort() async {
        guard let uploadID else { return }
        let (storage, key) = (storage, key)
        await Task { _ = try? await storage.abortUpload(uploadID, of: key) }.value
    }

    private mutating func sendPart(_ bytes: [UInt8]) async throws(ObjectStorageFailure) {
        let operation = "UploadPart"
        guard tags.count < Self.maximumParts else {
            throw ObjectStorageFailure(operation, reason: "the object has more than 10,000 parts; make them larger")
        }
        let id = try await begin()
        let answer = try await storage.send(
            StorageRequest(
                operation: operation, method: .PUT, key: key,
                query: [("partNumber", "\(tags.count + 1)"), ("uploadId", id)], body: bytes))
        guard let tag = answer.response.headers.first(name: "etag") else {
            throw ObjectStorageFailure(operation, status: 200, reason: "the answer has no ETag")
        }
        tags.append(tag)
    }

    private mutating func begin() async throws(ObjectStorageFailure) -> String {
        if let uploadID { return uploadID }
        let request = StorageRequest(
            operation: "CreateMultipartUpload", method: .POST, key: key, query: [("uploads", "")])
        guard let id = StorageAnswer(try await storage.send(request).body).first("UploadId") else {
            throw ObjectStorageFailure(request.operation, status: 200, reason: "the answer has no upload id")
        }
        uploadID = id
        return id
    }
}
