public import BaliseAPI
import BaliseJSON
import Foundation

/// The delivery results of a notification, streamed line by line. To stop the stream, cancel the task that reads it.
public struct DeliveryResults: AsyncSequence, Sendable {
    /// The result of one delivery, on one push device.
    public typealias Element = BaliseDeliveryResult

    let open: @Sendable () async throws(BaliseError) -> BaliseHTTPStream

    /// Opens the stream. Each iterator has a connection of its own.
    public func makeAsyncIterator() -> Iterator { Iterator(open: open) }

    /// Reads the lines as they arrive.
    public struct Iterator: AsyncIteratorProtocol {
        let open: @Sendable () async throws(BaliseError) -> BaliseHTTPStream
        private var parts: AsyncThrowingStream<Data, any Error>.Iterator?
        private var bytes: [UInt8] = []
        private var isOver = false

        init(open: @escaping @Sendable () async throws(BaliseError) -> BaliseHTTPStream) { self.open = open }

        /// Returns the next result; nil after the last.
        /// - Throws: A `BaliseError`, also when the connection breaks before the last result. `CancellationError` when
        ///   the task is cancelled.
        public mutating func next() async throws -> BaliseDeliveryResult? {
            do throws(BaliseError) { return try await nextResult() } catch { throw error.thrown }
        }

        private mutating func nextResult() async throws(BaliseError) -> BaliseDeliveryResult? {
            if parts == nil { parts = try await open().parts.makeAsyncIterator() }
            while true {
                if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = Array(bytes[..<end])
                    bytes.removeFirst(end + 1)
                    return try result(line)
                }
                guard !isOver else {
                    guard bytes.isEmpty else { throw .unreadable("the last line of results is not whole") }
                    return nil
                }
                do {
                    if let part = try await parts?.next() { bytes += part } else { isOver = true }
                } catch {
                    throw BaliseError(BaliseTransportError(error))
                }
                if isOver, Task.isCancelled { throw .cancelled }
            }
        }

        private func result(_ line: [UInt8]) throws(BaliseError) -> BaliseDeliveryResult {
            do { return try BaliseDeliveryResult(try JSONDocument(line).root) } catch {
                throw .unreadable("a line of results cannot be read: \(error)")
            }
        }
    }
}
