let testMessages: [any Request.Type] = [Echo.self, Add.self, Await.self, News.self, Keyed.self, KeyedAdd.self]

func context(_ timeout: Duration = .seconds(20)) -> MessageContext {
    MessageContext(requestID: "r-1", timeout: timeout)
}

/// May be sent again.
struct Echo: RequestFromEdge {
    struct Reply: Codable, Sendable, Equatable {
        var text: String
        var requestID: String
        var client: ClientInfo?
        /// Milliseconds.
        var remaining: Int64

        enum CodingKeys: Int, CodingKey { case text = 0, requestID, client, remaining }

        init(_ request: Echo, _ context: MessageContext) {
            text = request.text
            requestID = context.requestID
            client = context.client
            remaining = Int64(context.timeout / .milliseconds(1))
        }
    }

    static let serviceCode = ServiceCode(.location, 200)
    static let isIdempotent = true

    var text: String

    enum CodingKeys: Int, CodingKey { case text = 0 }
}

/// Must not be sent again: it would count twice.
struct Add: RequestFromEdge {
    typealias Reply = Done
    static let serviceCode = ServiceCode(.location, 201)

    var amount: Int

    enum CodingKeys: Int, CodingKey { case amount = 0 }
}

struct Await: RequestFromEdge {
    typealias Reply = Done
    static let serviceCode = ServiceCode(.location, 202)

    init() {}
}

/// Waits for news on purpose.
struct News: RequestFromEdge {
    typealias Reply = Done
    static let serviceCode = ServiceCode(.location, 203)
    static let waitsForChanges = true

    init() {}
}

/// Goes by its key, and may be sent again.
struct Keyed: RequestFromEdge {
    typealias Reply = String
    static let serviceCode = ServiceCode(.location, 204)
    static let isIdempotent = true
    var routingKey: RoutingKey? { RoutingKey(key) }

    var key: String

    enum CodingKeys: Int, CodingKey { case key = 0 }
}

struct KeyedAdd: RequestFromEdge {
    typealias Reply = String
    static let serviceCode = ServiceCode(.location, 205)
    var routingKey: RoutingKey? { RoutingKey(key) }

    var key: String

    enum CodingKeys: Int, CodingKey { case key = 0 }
}

extension BusClient {
    /// How a request ends: `reply`, or the error as text, for example `unavailable(location)`.
    func ending(of request: some ServiceRequest, _ context: MessageContext = context()) async -> String {
        do {
            _ = try await send(request, context)
            return "reply"
        } catch { return "\(error)" }
    }
}

/// A request that users make about their own data, and operators about any.
struct Reset: ServiceRequest, OperatorAct {
    struct Reply: Codable, Sendable {
        var act: String?
        enum CodingKeys: Int, CodingKey { case act = 0 }
    }

    static let serviceCode = ServiceCode(.location, 250)
    static let senders: Set<ServiceName> = [.edge, .authSession]

    var account: String?
    var isOfOperator: Bool { account == nil }
    enum CodingKeys: Int, CodingKey { case account = 0 }
}
