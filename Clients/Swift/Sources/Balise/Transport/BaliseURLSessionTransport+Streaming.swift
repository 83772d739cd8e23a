import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension BaliseURLSessionTransport: BaliseStreamingTransport {
    public func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream {
        let (heads, head) = AsyncThrowingStream<BaliseHTTPResponse, any Error>.makeStream()
        let (parts, part) = AsyncThrowingStream<Data, any Error>.makeStream()
        // A session of its own, because the delegate belongs to the session. It ends with its task.
        let session = URLSession(
            configuration: configuration, delegate: StreamReceiver(head: head, part: part), delegateQueue: nil)
        let task = session.dataTask(with: URLRequest(call))
        part.onTermination = { _ in task.cancelElsewhere() }
        task.resume()
        session.finishTasksAndInvalidate()
        do {
            return try await withTaskCancellationHandler {
                for try await response in heads {
                    guard !response.isSuccess else { return BaliseHTTPStream(response: response, parts: parts) }
                    var whole = response
                    for try await bytes in parts { whole.body += bytes }
                    return BaliseHTTPStream(response: whole, parts: AsyncThrowingStream { $0.finish() })
                }
                throw BaliseTransportError.cancelled
            } onCancel: {
                task.cancelElsewhere()
            }
        } catch {
            task.cancel()
            throw BaliseTransportError(error)
        }
    }
}

private final class StreamReceiver: NSObject, URLSessionDataDelegate {
    private let head: AsyncThrowingStream<BaliseHTTPResponse, any Error>.Continuation
    private let part: AsyncThrowingStream<Data, any Error>.Continuation

    init(
        head: AsyncThrowingStream<BaliseHTTPResponse, any Error>.Continuation,
        part: AsyncThrowingStream<Data, any Error>.Continuation
    ) {
        self.head = head
        self.part = part
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        do {
            head.yield(try BaliseHTTPResponse(response, Data()))
            completionHandler(.allow)
        } catch {
            head.finish(throwing: error)
            completionHandler(.cancel)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { part.yield(data) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let failure = error.map(BaliseTransportError.init)
        head.finish(
            throwing: failure ?? BaliseTransportError.unreachable("the connection was closed without an answer"))
        part.finish(throwing: failure)
    }
}
