public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Sends requests by `URLSession`, without cookies, caches and redirects.
///
/// On Linux, `URLSession` (as of Swift 6.3) keeps a processor busy while it waits, and stops the program when an answer
/// breaks off within its head or is not HTTP. A long-running program on Linux needs its own `BaliseTransport`.
public struct BaliseURLSessionTransport: BaliseTransport {
    private let session: URLSession
    /// The configuration, also for the connections of streams.
    let configuration: URLSessionConfiguration

    /// Creates a transport with its own connections.
    /// - Parameter configuration: The transport uses a copy without cookies, caches and stored credentials.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        self.configuration = configuration
        session = URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
    }

    public func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        let request = URLRequest(call)
        return try await within(call.timeout) {
            try await answer { end in
                session.dataTask(with: request) { body, response, error in
                    end(Result { try received(body, response, error) })
                }
            }
        }
    }

    public func download(
        _ call: BaliseHTTPRequest, to file: URL
    ) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        let request = URLRequest(call)
        return try await within(call.timeout) {
            try await answer { end in
                // The system removes its file when this closure returns, so the file is moved here.
                session.downloadTask(with: request) { body, response, error in
                    end(Result { try downloaded(body, response, error, to: file) })
                }
            }
        }
    }

    /// Returns the result of a `URLSession` task. Cancelling the caller cancels the task.
    private func answer(
        _ task: (_ end: @escaping @Sendable (Result<BaliseHTTPResponse, any Error>) -> Void) -> URLSessionTask
    ) async throws -> BaliseHTTPResponse {
        let (results, sink) = AsyncStream<Result<BaliseHTTPResponse, any Error>>.makeStream()
        let task = task { result in
            sink.yield(result)
            sink.finish()
        }
        task.resume()
        return try await withTaskCancellationHandler {
            for await result in results { return try result.get() }
            throw BaliseTransportError.cancelled
        } onCancel: {
            task.cancelElsewhere()
        }
    }

    /// Returns the answer, or a timeout. Not every `URLSession` respects a request's timeout.
    private func within(
        _ timeout: TimeInterval, _ reply: @escaping @Sendable () async throws -> BaliseHTTPResponse
    ) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        let first = await withTaskGroup(of: Result<BaliseHTTPResponse, BaliseTransportError>.self) { group in
            group.addTask {
                do { return .success(try await reply()) } catch { return .failure(BaliseTransportError(error)) }
            }
            group.addTask {
                do { try await BaliseSystemSleeper().sleep(seconds: timeout) } catch { return .failure(.cancelled) }
                return .failure(.timedOut)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.cancelled)
        }
        return try first.get()
    }
}

extension URLSessionTask {
    /// Cancels the task on another thread. On Linux, `cancel()` waits for the session's queue. The queue waits for the
    /// receiver of an answer, and the receiver waits for the lock that a cancellation handler holds.
    func cancelElsewhere() { Task { cancel() } }
}

/// Refuses redirects, so that the answer with the redirect becomes the result.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension URLRequest {
    init(_ call: BaliseHTTPRequest) {
        self.init(url: call.url, timeoutInterval: call.timeout)
        httpMethod = call.method
        httpBody = call.body
        for (name, value) in call.headers { setValue(value, forHTTPHeaderField: name) }
    }
}

extension BaliseHTTPResponse {
    init(_ response: URLResponse?, _ body: Data) throws(BaliseTransportError) {
        guard let response = response as? HTTPURLResponse else { throw .invalidAnswer("the answer is not HTTP") }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        self.init(status: response.statusCode, headers: headers, body: body)
    }
}

private func received(_ body: Data?, _ response: URLResponse?, _ error: (any Error)?) throws -> BaliseHTTPResponse {
    if let error { throw error }
    return try BaliseHTTPResponse(response, body ?? Data())
}

/// Moves the body of a successful answer to the wanted file, and reads the body of any other answer into memory.
private func downloaded(
    _ body: URL?, _ response: URLResponse?, _ error: (any Error)?, to file: URL
) throws -> BaliseHTTPResponse {
    if let error { throw error }
    guard let body else { throw BaliseTransportError.invalidAnswer("the answer has no body") }
    let answer = try BaliseHTTPResponse(response, Data())
    guard answer.isSuccess else { return try BaliseHTTPResponse(response, Data(contentsOf: body)) }
    do { try FileManager.default.moveItem(at: body, to: file) } catch {
        throw BaliseTransportError.notWritten("the answer cannot be written to \(file.path): \(error)")
    }
    return answer
}

extension BaliseTransportError {
    init(_ error: any Error) {
        if let error = error as? BaliseTransportError {
            self = error
            return
        }
        guard let error = error as? URLError else {
            self = error is CancellationError ? .cancelled : .unreachable(String(describing: error))
            return
        }
        switch error.code {
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
            self = .invalidAnswer(error.localizedDescription)
        #if !canImport(FoundationNetworking)
            // On Linux this code means that the connection closed without an answer, so it is not mapped there.
            case .badServerResponse: self = .invalidAnswer(error.localizedDescription)
        #endif
        default: self = .unreachable(error.localizedDescription)
        }
    }
}

extension BaliseURLSessionTransport: BaliseStreamingTransport {
    public func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream {
        let (heads, head) = AsyncThrowingStream<BaliseHTTPResponse, any Error>.makeStream()
        let (parts, part) = AsyncThrowingStream<Data, any Error>.makeStream()
        // Each stream has its own session, because a delegate belongs to a session. The session ends with its task.
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
        (self.head, self.part) = (head, part)
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
