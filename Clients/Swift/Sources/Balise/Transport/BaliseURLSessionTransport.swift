// The transport that apps use: URLSession.

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Sends requests by `URLSession`, without cookies, caches and redirects.
///
/// On Linux, Foundation's `URLSession` (as of Swift 6.3) keeps a processor busy for as long as it waits for an answer,
/// and stops the program when an answer breaks off within its head or is no HTTP. A command can live with that; a
/// program that runs for long there brings a `BaliseTransport` of its own.
public struct BaliseURLSessionTransport: BaliseTransport {
    private let session: URLSession

    /// A transport with connections of its own.
    ///
    /// - Parameter configuration: How the connections are made. What would keep or give away answers and credentials is
    ///   switched off in a copy of it: cookies, caches, stored credentials.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
    }

    public func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        var request = URLRequest(url: call.url, timeoutInterval: call.timeout)
        request.httpMethod = call.method
        request.httpBody = call.body
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        let (body, response) = try await reply(to: request, within: call.timeout)
        guard let response = response as? HTTPURLResponse else { throw .invalidAnswer("the answer is not HTTP") }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        return BaliseHTTPResponse(status: response.statusCode, headers: headers, body: body)
    }

    /// The reply, unless it takes longer. Not every `URLSession` counts a request's own timeout.
    private func reply(
        to request: URLRequest, within timeout: TimeInterval
    ) async throws(BaliseTransportError) -> (Data, URLResponse) {
        let first = await withTaskGroup(of: Result<(Data, URLResponse), BaliseTransportError>.self) { group in
            group.addTask {
                do { return .success(try await session.data(for: request)) } catch {
                    return .failure(BaliseTransportError(error))
                }
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

/// Lets no request follow a redirect: the answer with the redirect is the answer.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension BaliseTransportError {
    fileprivate init(_ error: any Error) {
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
            // Not on Linux, where it says that the connection was closed without an answer.
            case .badServerResponse: self = .invalidAnswer(error.localizedDescription)
        #endif
        default: self = .unreachable(error.localizedDescription)
        }
    }
}
