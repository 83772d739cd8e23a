import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

func createBroadcastChannel(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateBroadcastChannelRequest.self)
    let channel = try await call.send(
        CreateBroadcastChannel(
            topic: body.bundleId, environment: try PushEnvironment.named(body.environment) ?? .production,
            storesLatest: body.storesLatest ?? false, limits: publisher.limits, apiKey: publisher.key))
    return .enveloped(
        BaliseBroadcastChannel(
            channel: channel.id, bundleId: channel.topic,
            environment: PushTokenEnvironment(rawValue: channel.environment.rawValue.uppercased())),
        status: .created)
}

/// The list has the channels of all publishers, so only operators may read it.
func listBroadcastChannels(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    try query.checkNames(knowing: ["bundleId", "environment"])
    let environment = try PushEnvironment.named(query.text("environment").map(PushTokenEnvironment.init(rawValue:)))
    let topic = query.text("bundleId")
    let reply = try await call.send(ListBroadcastChannels(topic: topic, environment: environment ?? .production))
    let shown = PushTokenEnvironment(rawValue: (environment ?? .production).rawValue.uppercased())
    return .enveloped(
        BroadcastChannelList(
            channels: reply.channels.map { BaliseBroadcastChannel(channel: $0, bundleId: topic, environment: shown) }))
}

func deleteBroadcastChannel(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: BaliseBroadcastChannel.self)
    let channel = BroadcastChannel(
        id: body.channel, topic: body.bundleId,
        environment: try PushEnvironment.named(body.environment) ?? .production)
    _ = try await call.send(DeleteBroadcastChannel(channel: channel, limits: publisher.limits))
    return .done("The channel is deleted.")
}

func sendBroadcast(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SendBroadcastRequest.self)
    let channel = BroadcastChannel(
        id: body.channel, topic: body.bundleId,
        environment: try PushEnvironment.named(body.environment) ?? .production)
    let reply = try await call.send(
        SendBroadcast(
            channel: channel, content: try NotificationContent(body.content), apiKey: publisher.key,
            limits: publisher.limits))
    return .enveloped(SentBroadcast(id: reply.id))
}
