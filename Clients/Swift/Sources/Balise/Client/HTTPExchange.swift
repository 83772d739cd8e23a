import BaliseAPI
import Foundation

/// Sends requests with the client headers, repeats requests that the server asks to send again later, and turns
/// refusals into errors. It adds no credential.
struct HTTPExchange: Sendable {
    let configuration: BaliseConfiguration

    /// Sends a request, again and again while the server asks to send it later. Returns only a successful answer.
    func send(_ request: APIRequest) async throws(BaliseError) -> BaliseHTTPResponse {
        let call = try await call(of: request)
        var retries = configuration.retries
        retries.maximumWait = min(retries.maximumWait, request.maximumWait ?? retries.maximumWait)
        var attempt = 1
        while true {
            let answer = try await send(call, request.file)
            if answer.isSuccess { return answer }
            let refusal = BaliseError.Refusal(answer)
            let random = configuration.random.fraction()
            guard let wait = retries.wait(after: refusal, attempt: attempt, random: random) else {
                throw .refused(refusal)
            }
            do { try await configuration.pause.sleep(seconds: wait) } catch { throw .cancelled }
            attempt += 1
        }
    }

    /// Sends a request once, and returns a successful answer as a stream.
    func open(_ request: APIRequest) async throws(BaliseError) -> BaliseHTTPStream {
        guard let transport = configuration.transport as? any BaliseStreamingTransport else {
            throw .invalid("the transport of this client gives no streams")
        }
        let call = try await call(of: request)
        let stream: BaliseHTTPStream
        do { stream = try await transport.stream(call) } catch { throw BaliseError(error) }
        guard stream.response.isSuccess else { throw .refused(BaliseError.Refusal(stream.response)) }
        return stream
    }

    private func call(of request: APIRequest) async throws(BaliseError) -> BaliseHTTPRequest {
        var call = BaliseHTTPRequest(method: request.method.rawValue, url: try request.url(on: configuration.server))
        call.timeout = request.timeout ?? configuration.timeout
        // The headers of the client must not replace those of the request itself.
        call.headers = await configuration.clientInfo.buildHeaders()
        call.headers["Accept"] = "application/json"
        call.headers["X-Installation-Id"] = configuration.installation
        call.headers.merge(request.headers) { _, new in new }
        if let body = request.body?.encoded {
            call.body = body.data
            call.headers["Content-Type"] = body.type
        }
        // Not every URLSession rejects a line break. A key from a file may end with one, and start a new header.
        for (name, value) in call.headers where value.unicodeScalars.contains(where: \.isControl) {
            throw .invalid("the header \(name) would hold a line break or another control character")
        }
        return call
    }

    private func send(_ call: BaliseHTTPRequest, _ file: URL?) async throws(BaliseError) -> BaliseHTTPResponse {
        do {
            if let file { return try await configuration.transport.download(call, to: file) }
            return try await configuration.transport.send(call)
        } catch {
            throw BaliseError(error)
        }
    }
}

extension Unicode.Scalar {
    /// Whether no header field may hold the character (RFC 9110, section 5.5).
    fileprivate var isControl: Bool { value < 0x20 && value != 0x09 || value == 0x7F }
}
