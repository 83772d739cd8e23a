import Balise
import BaliseJSON
import Foundation

extension BaliseHTTPRequest {
    var encodedPath: String { URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedPath ?? "" }

    /// The query parameters, each name once.
    var query: [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    /// Returns the values of a call's path parameters; nil if the request is another call.
    func parameters<Body, Answer>(of call: APICallDefinition<Body, Answer>) -> [String]? {
        guard method == call.method.rawValue else { return nil }
        let wanted = call.path.split(separator: "/", omittingEmptySubsequences: false)
        let parts = encodedPath.split(separator: "/", omittingEmptySubsequences: false)
        guard wanted.count == parts.count else { return nil }
        var parameters: [String] = []
        for (name, part) in zip(wanted, parts) {
            if name.hasPrefix("{") {
                parameters.append(part.removingPercentEncoding ?? String(part))
            } else if name != part {
                return nil
            }
        }
        return parameters
    }

    func read<Content: JSONReadable>() -> Content? { body.flatMap { try? Content(jsonText: Array($0)) } }
}

extension BaliseHTTPResponse {
    static func json(_ bytes: [UInt8], status: Int = 200) -> BaliseHTTPResponse {
        BaliseHTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: Data(bytes))
    }

    static func body(_ content: some JSONWritable, status: Int = 200) -> BaliseHTTPResponse {
        .json(content.json.bytes, status: status)
    }

    static func refusal(_ status: Int, _ code: BaliseError.Code) -> BaliseHTTPResponse {
        .refusal(BaliseError.Refusal(status: status, code: code))
    }

    static func refusal(_ refusal: BaliseError.Refusal) -> BaliseHTTPResponse {
        let code = refusal.code.rawValue
        let message = refusal.message.isEmpty ? "The scripted server refuses this." : refusal.message
        var answer = BaliseHTTPResponse.body(
            BaliseErrorResponse(
                code: code, message: message, title: refusal.title ?? code.lowercased(),
                wrongMembers: refusal.wrongMembers, requestId: refusal.requestID, ticket: refusal.ticket),
            status: refusal.status)
        answer.headers["x-request-id"] = refusal.requestID
        answer.headers["retry-after"] = refusal.retryAfter.map { String($0) }
        return answer
    }
}
