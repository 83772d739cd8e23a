// See Apple's "Sending channel management requests to APNs" and "Sending broadcast push notification requests to APNs".

import AsyncHTTPClient
import Foundation
import Logging
import Models
import NIOCore
import NIOHTTP1
import NIOSSL
import ServiceRuntime
import ServiceSettings
import Synchronization

/// Manages channels and sends broadcasts. The requests are few, so a plain HTTP client is enough.
final class APNsBroadcasts: BroadcastGateway {
    private static let timeout = TimeAmount.seconds(15)
    /// The largest answer in bytes: an app has at most 10,000 channels with short names.
    private static let largestAnswer = 1 << 20

    private struct State {
        /// The HTTP clients, created on demand, because every created client must be shut down.
        var clients: [APNsRoutes.Route: HTTPClient] = [:]
        var isClosed = false
    }

    private let settings: APNsSettings
    private let routes: APNsRoutes
    private let identities: [APNsRoutes.Route: APNsClient.Identity]
    private let logger: Logger
    private let state = Mutex(State())

    init(_ settings: APNsSettings, _ identities: APNsIdentities, logger: Logger) {
        self.settings = settings
        self.logger = logger
        routes = APNsRoutes(settings)
        self.identities = identities.all
    }

    func close() async {
        let clients = state.withLock { state in
            state.isClosed = true
            defer { state.clients = [:] }
            return Array(state.clients.values)
        }
        for client in clients { try? await client.shutdown() }
    }

    private func client(
        of route: APNsRoutes.Route, _ identity: APNsClient.Identity
    ) throws(BroadcastFailure) -> HTTPClient {
        let client: HTTPClient? = state.withLock { state in
            if let client = state.clients[route] { return client }
            guard !state.isClosed else { return nil }
            var configuration = HTTPClient.Configuration(tlsConfiguration: identity.configuration)
            configuration.timeout = .init(connect: .seconds(10), read: APNsBroadcasts.timeout)
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            state.clients[route] = client
            return client
        }
        guard let client else { throw .unavailable("closed") }
        return client
    }

    func create(_ request: CreateBroadcastChannel) async throws(BroadcastFailure) -> String {
        let body = #"{"message-storage-policy":\#(request.storesLatest ? 1 : 0),"push-type":"LiveActivity"}"#
        let response = try await ask(.POST, .channels, request.topic, request.environment, body: Data(body.utf8))
        guard let id = response.headers.first(name: "apns-channel-id"), !id.isEmpty else {
            throw .unavailable("an answer without a channel")
        }
        return id
    }

    func delete(_ channel: BroadcastChannel) async throws(BroadcastFailure) {
        _ = try await ask(
            .DELETE, .channels, channel.topic, channel.environment, headers: [("apns-channel-id", channel.id)])
    }

    func all(of topic: String?, in environment: PushEnvironment) async throws(BroadcastFailure) -> [String] {
        struct List: Decodable { var channels: [String] }
        let response = try await ask(.GET, .allChannels, topic, environment)
        let body = Data(response.body?.readableBytesView ?? .init())
        guard let list = try? JSONDecoder().decode(List.self, from: body) else {
            throw .unavailable("an answer without channels")
        }
        return list.channels
    }

    func send(_ push: RenderedPush, over channel: BroadcastChannel) async throws(BroadcastFailure) -> String? {
        let response = try await ask(
            .POST, .broadcasts, channel.topic, channel.environment,
            headers: [
                ("apns-channel-id", channel.id), ("apns-push-type", push.pushType.rawValue),
                ("apns-priority", push.priority.ofAPNs),
                ("apns-expiration", String((push.expiresAt?.rawValue ?? 0) / 1000)),
            ], body: push.payload)
        return response.headers.first(name: "apns-unique-id")
    }

    private enum Resource {
        case channels, allChannels, broadcasts

        func path(of app: String) -> String {
            switch self {
            case .channels: "1/apps/\(app)/channels"
            case .allChannels: "1/apps/\(app)/all-channels"
            case .broadcasts: "4/broadcasts/apps/\(app)"
            }
        }
    }

    private func ask(
        _ method: HTTPMethod, _ resource: Resource, _ topic: String?, _ environment: PushEnvironment,
        headers: [(String, String)] = [], body: Data? = nil
    ) async throws(BroadcastFailure) -> HTTPClient.Response {
        let route = routes.route(of: topic, environment)
        guard let app = routes.bundleID(topic), let identity = identities[route] else { throw .unconfigured }
        let base: URL =
            switch (environment, resource) {
            case (.sandbox, .broadcasts): settings.sandboxURL
            case (.sandbox, .channels), (.sandbox, .allChannels): settings.sandboxChannelsURL
            case (_, .broadcasts): settings.productionURL
            case (_, .channels), (_, .allChannels): settings.productionChannelsURL
            }
        let client = try self.client(of: route, identity)
        do {
            var fields = HTTPHeaders(headers)
            if let token = try identity.tokens?.present() {
                fields.add(name: "authorization", value: "bearer " + token.text.value)
            }
            fields.add(name: "apns-request-id", value: UUID().lowercase)
            let request = try HTTPClient.Request(
                url: base.appendingPathComponent(resource.path(of: app)).absoluteString, method: method,
                headers: fields, body: body.map { .data($0) })
            let response = try await client.execute(
                request: request,
                delegate: ResponseAccumulator(request: request, maxBodySize: APNsBroadcasts.largestAnswer),
                deadline: .now() + APNsBroadcasts.timeout
            ).get()
            try check(response)
            return response
        } catch let failure as BroadcastFailure {
            throw failure
        } catch {
            let why = (error as? HTTPClientError)?.shortDescription ?? "\(type(of: error))"
            logger.info("APNs did not answer about a channel", metadata: ["why": .string(why)])
            throw .unavailable("no answer")
        }
    }

    private func check(_ response: HTTPClient.Response) throws(BroadcastFailure) {
        let status = Int(response.status.code)
        if (200..<300).contains(status) { return }
        let reason =
            APNsAnswerBody(json: Data(response.body?.readableBytesView ?? .init()))?.reason ?? "status \(status)"
        switch (status, reason) {
        case (_, "BadChannelId"), (_, "ChannelNotRegistered"), (404, _), (410, _): throw .unknownChannel
        case (429, _), (500..., _): throw .unavailable(reason)
        default:
            logger.error("APNs refuses a request about a broadcast channel", metadata: ["reason": .string(reason)])
            throw .refused(reason)
        }
    }
}
