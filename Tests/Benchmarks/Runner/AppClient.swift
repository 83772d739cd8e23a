import AsyncHTTPClient
import NIOCore
import NIOHTTP1

struct AppClient: Sendable {
    let address: String
    private let http: HTTPClient

    /// - Parameter http: The one of this program keeps eight connections to a server at most.
    init(_ address: String, over http: HTTPClient = .shared) { (self.address, self.http) = (address, http) }

    struct Reply: Sendable {
        var status: UInt
        var body: Data

        func text(_ name: String) -> String? {
            let object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
            let data = object?["data"] as? [String: Any]
            return data?[name] as? String ?? object?[name] as? String
        }

        func text(_ name: String, in object: String) -> String? {
            let answer = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
            let data = answer?["data"] as? [String: Any]
            return (data?[object] as? [String: Any])?[name] as? String
        }
    }

    func send(
        _ method: HTTPMethod, _ path: String, headers: [(String, String)] = [],
        fields: (any Encodable)? = nil
    ) async throws -> Reply {
        var request = HTTPClientRequest(url: address + path)
        request.method = method
        request.headers = HTTPHeaders(headers)
        if let fields {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(try JSONEncoder().encode(fields))
        }
        let response = try await http.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 20)
        return Reply(status: response.status.code, body: Data(body.readableBytesView))
    }

    /// Again while the server says that it cannot yet: services that have just started may not have found each other.
    private func sendWhenReady(_ path: String, fields: any Encodable) async throws -> Reply {
        for _ in 0..<100 {
            let reply = try await send(.POST, path, fields: fields)
            guard reply.status == 503 else { return reply }
            try await Task.sleep(for: .milliseconds(100))
        }
        return try await send(.POST, path, fields: fields)
    }

    /// Makes an account and signs in to it so many times; what each sign-in gave.
    func signIns(_ count: Int, as name: String) async throws -> [SignIn] {
        let password = "correct horse battery staple"
        var reply = try await sendWhenReady(
            "/api/v1/auth/register",
            fields: [
                "username": name, "password": password, "firstName": "A", "lastName": "B",
                "email": "\(name)@example.org",
            ])
        guard reply.status < 300 else { throw CommandError(description: "no account: \(reply.status)") }
        var signIns: [SignIn] = []
        for _ in 0..<count {
            reply = try await sendWhenReady("/api/v1/auth/login", fields: ["username": name, "password": password])
            guard let token = reply.text("token"), let refresh = reply.text("sessionToken") else {
                throw CommandError(description: "no sign-in: \(reply.status)")
            }
            signIns.append(SignIn(token: token, refreshToken: refresh))
        }
        return signIns
    }

    struct SignIn: Sendable {
        var token: String
        var refreshToken: String

        /// The session's name, as the refresh token tells it.
        var session: String { String(refreshToken.dropFirst(3).prefix { $0 != "." }) }
    }
}

struct CreatedKey: Encodable {
    let name: String
    let scopes: [String]
}
