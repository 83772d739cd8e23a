import Foundation
import Models

extension PushContext {
    /// Exactly the bytes that would be sent now, to a user with one unread entry.
    func previewNotification(
        _ request: PreviewNotification, _ context: MessageContext
    ) async throws -> NotificationPreviewPage {
        let content = request.content
        try NotificationRules.check(content, mayInterrupt: request.mayInterrupt)
        let now = clock.now()
        let occasion = RenderedOccasion(
            id: NotificationSizes.anyID, badge: 1, beginsAt: now, endsAt: content.end(from: now))
        let previews = try NotificationSizes.previews(of: content, occasion)
        return NotificationPreviewPage(previews: previews.flatMap { renderings(of: $0, at: now) })
    }

    private func renderings(of preview: NotificationPreview, at now: UnixTime) -> [PreviewedNotification] {
        let push = preview.push
        func rendering(
            _ device: PreviewedDevice, _ headers: [PreviewedHeader], _ payload: Data
        ) -> PreviewedNotification {
            PreviewedNotification(
                reaches: device, language: preview.language, headers: headers,
                payload: String(decoding: payload, as: UTF8.self), bytes: push.size,
                maximumBytes: push.pushType.largestPayload)
        }
        guard preview.provider == .fcm else { return [rendering(.apns, headers(of: push, true), push.payload)] }
        let body = FCMMessages.body(
            payload: push.payload, android: push.android ?? Data(), token: nil,
            lifetime: FCMMessages.lifetime(until: push.expiresAt, at: now))
        return [rendering(.apnsThroughFCM, headers(of: push, false), body), rendering(.android, [], body)]
    }

    private func headers(of push: RenderedPush, _ hasTopic: Bool) -> [PreviewedHeader] {
        var headers = [
            PreviewedHeader(name: "apns-push-type", value: push.pushType.rawValue),
            PreviewedHeader(name: "apns-priority", value: OutgoingPush.Urgency(push.priority).ofAPNs),
            PreviewedHeader(name: "apns-expiration", value: String((push.expiresAt?.rawValue ?? 0) / 1000)),
        ]
        if let id = push.collapseID {
            headers.append(PreviewedHeader(name: "apns-collapse-id", value: id))
        }
        if hasTopic, let topic = appTopic {
            headers.append(PreviewedHeader(name: "apns-topic", value: topic + push.pushType.topicSuffix))
        }
        return headers
    }
}

extension PushContext {
    /// Only Apple stores the channel; its id is enough to send to it.
    func createBroadcastChannel(
        _ request: CreateBroadcastChannel, _ context: MessageContext
    ) async throws -> CreateBroadcastChannel.Reply {
        try BroadcastRules.check(request.limits)
        try count(request.apiKey, request.limits, at: clock.now())
        do throws(BroadcastFailure) {
            let id = try await broadcasts.create(request)
            return BroadcastChannel(id: id, topic: request.topic, environment: request.environment)
        } catch { throw error.answer }
    }

    func deleteBroadcastChannel(_ request: DeleteBroadcastChannel, _ context: MessageContext) async throws -> Done {
        try BroadcastRules.check(request.limits)
        try BroadcastRules.check(request.channel)
        do throws(BroadcastFailure) { try await broadcasts.delete(request.channel) } catch { throw error.answer }
        return Done()
    }

    func listBroadcastChannels(
        _ request: ListBroadcastChannels, _ context: MessageContext
    ) async throws -> ListBroadcastChannels.Reply {
        do throws(BroadcastFailure) {
            return ListBroadcastChannels.Reply(
                channels: try await broadcasts.all(of: request.topic, in: request.environment))
        } catch { throw error.answer }
    }

    /// Replies once Apple has accepted it.
    func sendBroadcast(_ request: SendBroadcast, _ context: MessageContext) async throws -> SendBroadcast.Reply {
        try BroadcastRules.check(request.limits)
        try BroadcastRules.check(request.channel)
        let content = request.content
        try BroadcastRules.check(content)
        let now = clock.now()
        try count(request.apiKey, request.limits, at: now)
        let occasion = RenderedOccasion(id: "", badge: 0, beginsAt: now, endsAt: content.end(from: now))
        guard let preview = try NotificationSizes.previews(of: content, occasion).first else {
            throw ServiceError(.internalFailure, "a broadcast could not be rendered")
        }
        do throws(BroadcastFailure) {
            return SendBroadcast.Reply(id: try await broadcasts.send(preview.push, over: request.channel))
        } catch { throw error.answer }
    }
}
