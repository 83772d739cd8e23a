/// The received pushes, by the mark of their notification.
struct OracleArrivals {
    /// The pushes to each token; a token of Apple's sandbox differs from one of its production.
    private var counts: [String: [String: Int]] = [:]

    init(at notified: Notified) throws {
        for push in notified.apns.notifications { add(push.payload, to: OracleArrivals.name(push.token)) }
        for push in notified.sandbox.notifications {
            add(push.payload, to: OracleArrivals.name(push.token, isSandbox: true))
        }
        for message in notified.fcm.messages {
            let body = try JSONSerialization.jsonObject(with: message.body) as? [String: Any]
            let token = (body?["message"] as? [String: Any])?["token"] as? String
            add(message.body, to: OracleArrivals.name(token ?? "no token"))
        }
    }

    /// The pushes of a notification to each token.
    subscript(mark: String) -> [String: Int] { counts[mark] ?? [:] }

    /// A token's name in these counts.
    static func name(_ token: String, isSandbox: Bool = false) -> String { isSandbox ? "sandbox \(token)" : token }

    private mutating func add(_ payload: Data, to token: String) {
        let text = String(decoding: payload, as: UTF8.self)
        guard let start = text.range(of: OracleNotification.markBeginning)?.lowerBound else { return }
        let mark = String(text[start...].prefix(OracleNotification.markBeginning.count + 4))
        counts[mark, default: [:]][token, default: 0] += 1
    }
}
