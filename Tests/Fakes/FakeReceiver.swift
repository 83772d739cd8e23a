public import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

public final class FakeReceiver: Sendable {
    public enum Answer: Sendable {
        case status(UInt)
        case body(Int)
        /// The head of an answer, then a byte of its body from time to time.
        case drip
        case redirect(to: String)
        case silence
        case hangUp
    }

    public struct Call: Sendable {
        public let method: String
        public let path: String
        /// Names in lower case.
        public let headers: [String: String]
        public let body: [UInt8]
    }

    private struct State {
        var answers: [Answer]
        var calls: [Call] = []
    }

    private let state: Mutex<State>
    private let port: Int

    public var calls: [Call] { state.withLock { $0.calls } }

    public func url(_ path: String = "/hook") -> URL { loopbackURL(port, path) }

    /// Answers the requests in this order, and then with 200.
    public static func run(_ answers: Answer..., body: (FakeReceiver) async throws -> Void) async throws {
        let (receiver, channel) = try await start(answers)
        try await using({ try await channel.close() }) { try await body(receiver) }
    }

    public static func lasting() async throws -> FakeReceiver { try await start([]).receiver }

    private static func start(_ answers: [Answer]) async throws -> (receiver: FakeReceiver, channel: any Channel) {
        let latch = Latch<FakeReceiver>()
        let channel = try await FakeHTTPServer.start { head, body in
            let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
            let call = Call(method: "\(head.method.rawValue)", path: head.uri, headers: headers, body: body)
            return latch.value?.answer(call) ?? .silence
        }
        let receiver = FakeReceiver(answers, port: channel.localAddress?.port ?? 0)
        latch.set(receiver)
        return (receiver, channel)
    }

    private init(_ answers: [Answer], port: Int) {
        state = Mutex(State(answers: answers))
        self.port = port
    }

    private func answer(_ call: Call) -> FakeHTTPReply {
        let answer = state.withLock { state -> Answer in
            state.calls.append(call)
            return state.answers.isEmpty ? .status(200) : state.answers.removeFirst()
        }
        return switch answer {
        case .status(let code): .answer(code)
        case .body(let count): .answer(200, [:], String(repeating: "x", count: count))
        case .drip: .drip
        case .redirect(let place): .redirect(place, status: 307)
        case .silence: .silence
        case .hangUp: .hangUp
        }
    }
}
