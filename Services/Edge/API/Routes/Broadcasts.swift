import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

func createBroadcastChannel(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateBroadcastChannelRequest.self)
    let channel = try await call.send(
        CreateBroadcastChannel(
            topic: body.bundleId, environment: body.environment ?? .production,
            storesLatest: body.storesLatest ?? false, limits: publisher.limits, apiKey: publisher.key))
    return .enveloped(
        BaliseBroadcastChannel(channel: channel.id, bundleId: channel.topic, environment: channel.environment),
        status: .created)
}

/// The list has the channels of all publishers, so only operators may read it.
func listBroadcastChannels(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    try query.checkNames(knowing: ["bundleId", "environment"])
    let environment = query.text("environment").map(PushEnvironment.init(rawValue:)) ?? .production
    guard environment.isKnown else { throw .invalid(PushEnvironment.refusal, field: "environment") }
    let topic = query.text("bundleId")
    let reply = try await call.send(ListBroadcastChannels(topic: topic, environment: environment))
    return .enveloped(
        BroadcastChannelList(
            channels: reply.channels.map {
                BaliseBroadcastChannel(channel: $0, bundleId: topic, environment: environment)
            }))
}

func deleteBroadcastChannel(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: BaliseBroadcastChannel.self)
    let channel = BroadcastChannel(id: body.channel, topic: body.bundleId, environment: body.environment ?? .production)
    return try await call.send(
        DeleteBroadcastChannel(channel: channel, limits: publisher.limits), done: "The channel is deleted.")
}

func sendBroadcast(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SendBroadcastRequest.self)
    let channel = BroadcastChannel(id: body.channel, topic: body.bundleId, environment: body.environment ?? .production)
    let reply = try await call.send(
        SendBroadcast(
            channel: channel, content: body.content.withCanonicalLanguages, apiKey: publisher.key,
            limits: publisher.limits))
    return .enveloped(SentBroadcast(id: reply.id))
}
